// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "json/json_layout.hpp"
#include "json/json_members.hpp"
#include "json/json_parts.hpp"
#include "json/json_string.hpp"
#include "json/json_style.hpp"

namespace rlmdb::json {

namespace {

/// What nests deeper is written in the style where it differs.
constexpr unsigned k_most_levels = 200;

class Rewriter {
 public:
  Rewriter(std::string& out, const TextStyle& style) : m_out(out), m_style(style) {}

  void value(std::string_view text, std::string_view compact, std::string_view indentation, unsigned depth) {
    std::string said;
    append_compact(said, text);
    if (said == compact) {
      m_out += text;
    } else if (depth < k_most_levels && text.front() == compact.front() && text.front() == '{') {
      object(text, compact, indentation, depth);
    } else if (depth < k_most_levels && text.front() == compact.front() && text.front() == '[') {
      array(text, compact, indentation, depth);
    } else {
      fresh(compact, indentation);
    }
  }

 private:
  void fresh(std::string_view compact, std::string_view indentation) {
    append_styled(m_out, compact, m_style, indentation);
  }

  static std::string_view indentation_in(std::string_view before, std::string_view otherwise) {
    const std::size_t line = before.rfind('\n');
    return line == std::string_view::npos ? otherwise : before.substr(line + 1);
  }

  /// What stands before a part that is new: as before the one that it follows.
  [[nodiscard]] std::string_view before_new(const std::vector<Part>& parts, bool is_first) const {
    if (is_first || parts.front().before.find('\n') != std::string_view::npos) return parts.front().before;
    return parts.size() > 1 ? parts[1].before : std::string_view(m_style.separator);
  }

  void object(std::string_view text, std::string_view compact, std::string_view indentation, unsigned depth) {
    const std::vector<Part> parts = parts_of(text);
    std::vector<Member> members;
    split_members(compact, members);
    std::unordered_map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      std::string name;
      append_canonical_string(name, parts[i].name);
      if (!known.emplace(std::move(name), i).second) return fresh(compact, indentation);
    }
    if (parts.empty() || members.empty()) return fresh(compact, indentation);
    char open = '{';
    for (const Member& member : members) {
      const bool is_first = open == '{';
      m_out += is_first ? '{' : ',';
      open = ',';
      const auto found = known.find(std::string(member.raw_name));
      if (found != known.end()) {
        const Part& part = parts[found->second];
        m_out.append(part.before).append(part.name).append(part.colon);
        value(part.value, member.raw_value, indentation_in(part.before, indentation), depth + 1);
        if (found->second + 1 < parts.size()) m_out += part.after;
      } else {
        const std::string_view before = before_new(parts, is_first);
        m_out += before;
        append_styled(m_out, member.raw_name, m_style, {});
        m_out += parts.front().colon;
        fresh(member.raw_value, indentation_in(before, indentation));
      }
    }
    m_out.append(parts.back().after) += '}';
  }

  /// What is the same at the beginning and at the end stays; between, one element after the other changes.
  void array(std::string_view text, std::string_view compact, std::string_view indentation, unsigned depth) {
    const std::vector<Part> parts = parts_of(text);
    std::vector<std::string_view> elements;
    split_elements(compact, elements);
    if (parts.empty() || elements.empty()) return fresh(compact, indentation);
    const std::size_t both = std::min(parts.size(), elements.size());
    std::size_t head = 0;
    while (head < both && says(parts[head], elements[head])) ++head;
    std::size_t tail = 0;
    while (tail < both - head && says(parts[parts.size() - 1 - tail], elements[elements.size() - 1 - tail]))
      ++tail;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      m_out += i == 0 ? '[' : ',';
      const bool is_tail = i + tail >= elements.size();
      const std::size_t old = is_tail ? i + parts.size() - elements.size() : i;
      if (old < parts.size() - (is_tail ? 0 : tail)) {
        const Part& part = parts[old];
        m_out += part.before;
        value(part.value, elements[i], indentation_in(part.before, indentation), depth + 1);
        if (old + 1 < parts.size()) m_out += part.after;
      } else {
        const std::string_view before = before_new(parts, i == 0);
        m_out += before;
        fresh(elements[i], indentation_in(before, indentation));
      }
    }
    m_out.append(parts.back().after) += ']';
  }

  static bool says(const Part& part, std::string_view compact) {
    std::string said;
    append_compact(said, part.value);
    return said == compact;
  }

  std::string& m_out;
  const TextStyle& m_style;
};

}  // namespace

std::string rewritten(std::string_view text, std::string_view compact, const TextStyle& style) {
  const Framed frame = framed(text);
  if (frame.value.empty()) return styled(compact, style);
  std::string changed(frame.prefix);
  Rewriter(changed, style).value(frame.value, compact, {}, 0);
  return changed += frame.suffix;
}

}  // namespace rlmdb::json
