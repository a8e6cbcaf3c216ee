// SPDX-License-Identifier: MIT
#include "json/json_exact.hpp"

#include <simdjson.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "json/json_bytes.hpp"
#include "json/json_layout.hpp"
#include "json/json_string.hpp"

namespace rlmdb::json {

namespace {

constexpr std::size_t k_none = static_cast<std::size_t>(-1);

struct Node {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t parent = k_none;
  std::size_t first_child = k_none;
  std::size_t last_child = k_none;
  std::size_t next = k_none;
  std::size_t index = 0;  ///< in its array
  std::string_view raw_name;
};

/// Builds the outline of one value; overwritten values are cut out of it.
class Outline {
 public:
  Outline(std::string_view text, std::size_t begin, std::size_t end) : m_text(text), m_begin(begin) {
    m_utf8_is_valid = simdjson::validate_utf8(text.data() + begin, end - begin);
    build();
  }

  [[nodiscard]] const Node& node(std::size_t i) const noexcept { return m_nodes[i]; }
  [[nodiscard]] std::vector<ScanLoss> take_losses();

 private:
  using Names = std::unordered_map<std::string, std::size_t>;

  struct OpenNode {
    std::size_t node;
    Names names;                          ///< canonical name -> node; objects only
    std::optional<std::size_t> replaces;  ///< the earlier node of the same name
  };

  void build();
  void read_entry(std::size_t& position);
  std::string_view read_name(std::size_t& position);
  void read_value(std::size_t& position, std::string_view raw_name);
  void finish_value(std::size_t value, std::optional<std::size_t> replaces);
  std::optional<std::size_t> link(std::size_t value);
  void note_invalid(std::string_view raw_string, std::size_t node);
  [[nodiscard]] bool is_object(std::size_t node) const noexcept { return m_text[m_nodes[node].begin] == '{'; }
  [[nodiscard]] std::string pointer_to(std::size_t node) const;

  std::string_view m_text;
  std::size_t m_begin;
  bool m_utf8_is_valid = true;
  std::vector<Node> m_nodes;
  std::vector<OpenNode> m_open;
  std::vector<ScanLoss> m_losses;
  std::string m_scratch;
};

void Outline::build() {
  std::size_t position = m_begin;
  read_value(position, {});
  while (!m_open.empty()) {
    position = bytes::skip_space(m_text, position);
    const char c = m_text[position];
    if (c == ',') {
      ++position;
    } else if (c == '}' || c == ']') {
      OpenNode closed = std::move(m_open.back());
      m_open.pop_back();
      m_nodes[closed.node].end = ++position;
      finish_value(closed.node, closed.replaces);
    } else {
      read_entry(position);
    }
  }
}

void Outline::read_entry(std::size_t& position) {
  std::string_view raw_name;
  if (is_object(m_open.back().node)) {
    raw_name = read_name(position);
    position = bytes::skip_space(m_text, position) + 1;
    position = bytes::skip_space(m_text, position);
  }
  read_value(position, raw_name);
}

std::string_view Outline::read_name(std::size_t& position) {
  const std::size_t begin = position;
  position = skip_string(m_text, begin);
  return m_text.substr(begin, position - begin);
}

void Outline::read_value(std::size_t& position, std::string_view raw_name) {
  const std::size_t value = m_nodes.size();
  Node node;
  node.begin = position;
  node.raw_name = raw_name;
  if (!m_open.empty()) node.parent = m_open.back().node;
  m_nodes.push_back(node);
  const std::optional<std::size_t> replaces = link(value);
  if (!raw_name.empty()) note_invalid(raw_name, value);
  const char c = m_text[position];
  if (c == '{' || c == '[') {
    ++position;
    m_open.push_back({value, {}, replaces});
    return;
  }
  position = skip_value(m_text, position);
  m_nodes[value].end = position;
  if (c == '"') note_invalid(m_text.substr(node.begin, position - node.begin), value);
  finish_value(value, replaces);
}

/// Puts `value` at the end of its parent, unless its name was there before: then that node is returned.
std::optional<std::size_t> Outline::link(std::size_t value) {
  if (m_open.empty()) return std::nullopt;
  Node& parent = m_nodes[m_open.back().node];
  if (is_object(m_open.back().node)) {
    m_scratch.clear();
    append_canonical_string(m_scratch, m_nodes[value].raw_name);
    const auto [entry, is_new] = m_open.back().names.try_emplace(m_scratch, value);
    if (!is_new) return entry->second;
  } else if (parent.last_child != k_none) {
    m_nodes[value].index = m_nodes[parent.last_child].index + 1;
  }
  (parent.last_child == k_none ? parent.first_child : m_nodes[parent.last_child].next) = value;
  parent.last_child = value;
  return std::nullopt;
}

/// The value is complete; if it repeats a name, it takes over the place of the earlier node.
void Outline::finish_value(std::size_t value, std::optional<std::size_t> replaces) {
  if (!replaces) return;
  Node& earlier = m_nodes[*replaces];
  m_losses.push_back({LossKind::duplicate_member, earlier.begin, pointer_to(*replaces),
                      std::string(m_text.substr(earlier.begin, earlier.end - earlier.begin))});
  earlier.begin = m_nodes[value].begin;
  earlier.end = m_nodes[value].end;
  earlier.first_child = m_nodes[value].first_child;
  earlier.last_child = m_nodes[value].last_child;
}

void Outline::note_invalid(std::string_view raw_string, std::size_t node) {
  if (m_utf8_is_valid || simdjson::validate_utf8(raw_string.data(), raw_string.size())) return;
  m_scratch.clear();
  const std::optional<std::size_t> bad = append_canonical_string(m_scratch, raw_string);
  const auto begin = static_cast<std::size_t>(raw_string.data() - m_text.data());
  m_losses.push_back(
      {LossKind::invalid_utf8, begin + bad.value_or(0), pointer_to(node), std::string(raw_string)});
}

std::string Outline::pointer_to(std::size_t node) const {
  std::vector<std::size_t> path;
  for (std::size_t i = node; m_nodes[i].parent != k_none; i = m_nodes[i].parent) path.push_back(i);
  std::string pointer;
  std::string name;
  for (auto i = path.rbegin(); i != path.rend(); ++i) {
    if (is_object(m_nodes[*i].parent)) {
      name.clear();
      decode_string(m_nodes[*i].raw_name, name);
      append_pointer_name(pointer, name);
    } else {
      append_pointer_index(pointer, m_nodes[*i].index);
    }
  }
  return pointer;
}

/// What was lost inside an overwritten value is part of that loss.
std::vector<ScanLoss> Outline::take_losses() {
  std::stable_sort(m_losses.begin(), m_losses.end(),
                   [](const ScanLoss& a, const ScanLoss& b) { return a.offset < b.offset; });
  std::vector<ScanLoss> kept;
  std::size_t overwritten_until = 0;
  for (ScanLoss& loss : m_losses) {
    if (loss.offset < overwritten_until) continue;
    if (loss.kind == LossKind::duplicate_member) overwritten_until = loss.offset + loss.raw_text.size();
    kept.push_back(std::move(loss));
  }
  return kept;
}

/// Writes an outline in either layout.
class OutlineWriter {
 public:
  OutlineWriter(std::string_view text, const Outline& outline, const ScanOptions& options, std::string& out)
      : m_text(text), m_outline(outline), m_options(options), m_out(out) {}

  void write() {
    write_value(0);
    while (!m_open.empty()) {
      const Node& parent = m_outline.node(m_open.back().node);
      const std::size_t next = m_open.back().next;
      if (next == k_none) {
        m_open.pop_back();
        break_line();
        m_out.push_back(m_text[parent.begin] == '{' ? '}' : ']');
        continue;
      }
      if (next != parent.first_child) m_out.push_back(',');
      break_line();
      m_open.back().next = m_outline.node(next).next;
      if (m_text[parent.begin] == '{') {
        append_canonical_string(m_out, m_outline.node(next).raw_name);
        m_out.append(m_options.layout == JsonLayout::pretty ? ": " : ":");
      }
      write_value(next);
    }
  }

 private:
  struct Open {
    std::size_t node;
    std::size_t next;
  };

  void write_value(std::size_t index) {
    const Node& node = m_outline.node(index);
    const char c = m_text[node.begin];
    if (c == '"') {
      append_canonical_string(m_out, m_text.substr(node.begin, node.end - node.begin));
    } else if (c != '{' && c != '[') {
      m_out.append(m_text, node.begin, node.end - node.begin);
    } else if (node.first_child == k_none) {
      m_out.append(c == '{' ? "{}" : "[]");
    } else {
      m_out.push_back(c);
      m_open.push_back({index, node.first_child});
    }
  }

  void break_line() {
    if (m_options.layout == JsonLayout::compact) return;
    append_line_break(m_out, m_options.indent_depth + static_cast<unsigned>(m_open.size()));
  }

  std::string_view m_text;
  const Outline& m_outline;
  const ScanOptions& m_options;
  std::string& m_out;
  std::vector<Open> m_open;
};

}  // namespace

std::vector<ScanLoss> rewrite_exact(std::string_view text, std::size_t begin, std::size_t end,
                                    const ScanOptions& options, std::string* canonical) {
  Outline outline(text, begin, end);
  if (canonical != nullptr) OutlineWriter(text, outline, options, *canonical).write();
  return outline.take_losses();
}

std::size_t skip_string(std::string_view text, std::size_t begin) noexcept {
  std::size_t position = begin + 1;
  while (true) {
    position = bytes::find_string_stop(text, position);
    if (position >= text.size()) return text.size();
    if (text[position] == '"') return position + 1;
    position += text[position] == '\\' ? 2U : 1U;
  }
}

std::size_t skip_value(std::string_view text, std::size_t begin) noexcept {
  std::size_t position = begin;
  std::size_t open = 0;
  while (position < text.size()) {
    const char c = text[position];
    if (c == '"') {
      position = skip_string(text, position);
    } else if (c == '{' || c == '[') {
      ++open;
      ++position;
      continue;
    } else if (c == '}' || c == ']') {
      if (open == 0) return position;
      --open;
      ++position;
    } else if (c == ',' || c == ':' || bytes::is_space(c)) {
      if (open == 0) return position;
      ++position;
      continue;
    } else {
      while (position < text.size() &&
             std::string_view(",:]} \t\r\n").find(text[position]) == std::string_view::npos) {
        ++position;
      }
    }
    if (open == 0) return position;
  }
  return position;
}

}  // namespace rlmdb::json
