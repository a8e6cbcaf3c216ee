// SPDX-License-Identifier: MIT
#include "tree_documents/tree_document.hpp"

#include <algorithm>

#include "json/json_exact.hpp"
#include "json/json_members.hpp"
#include "sources/top_level.hpp"

namespace rlmdb::tree_documents {

namespace {

constexpr std::string_view k_children = "\"children\"";
constexpr std::string_view k_root_task = "\"root_task\"";
constexpr std::string_view k_nodes = "\"nodes\"";

/// Walks canonical compact text once.
class Splitter {
 public:
  Splitter(std::string_view text, TreeDocument& document) : m_text(text), m_document(document) {}

  void split() {
    if (peek() != '{') throw TreeDocumentFault{"", "the document is no object"};
    if (m_document.kind == TreeDocumentKind::node) {
      read_node(0);
    } else {
      read_outline();
    }
  }

 private:
  struct Open {
    std::size_t node;
    std::size_t children = 0;
    bool in_children = false;
  };

  [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
  [[nodiscard]] bool begins(std::string_view bytes) const { return m_text.substr(m_at).starts_with(bytes); }

  /// The name at the position, with its quotes; the value comes next.
  std::string_view take_name() {
    const std::size_t begin = m_at;
    const std::size_t end = json::skip_string(m_text, begin);
    m_at = end + 1;
    return m_text.substr(begin, end - begin);
  }
  std::string_view take_value() {
    const std::size_t begin = m_at;
    m_at = json::skip_value(m_text, begin);
    return m_text.substr(begin, m_at - begin);
  }

  void read_outline() {
    std::string& outline = m_document.outline;
    outline = "{";
    ++m_at;
    while (peek() != '}') {
      if (peek() == ',') outline += m_text[m_at++];
      const std::string_view name = take_name();
      outline.append(name).append(":");
      const bool is_first = m_document.nodes.empty();
      if (is_first && name == k_root_task && peek() == '{') {
        read_node(0);
        outline += "{}";
      } else if (is_first && name == k_nodes && begins("[{")) {
        m_document.is_list = true;
        read_list();
        outline += "[]";
      } else {
        outline += take_value();
      }
    }
    outline += '}';
    if (m_document.nodes.empty()) throw TreeDocumentFault{"/root_task", "the document has no node"};
  }

  void read_list() {
    for (std::size_t ordinal = 0; peek() != ']'; ++ordinal) {
      ++m_at;  // the bracket or a comma
      if (peek() != '{')
        throw TreeDocumentFault{"/nodes/" + std::to_string(ordinal), "a node has to be an object"};
      read_node(ordinal);
    }
    ++m_at;
  }

  /// One node with all below it.
  void read_node(std::size_t ordinal) {
    std::vector<Open> open;
    begin_node(open, ordinal);
    while (!open.empty()) {
      if (open.back().in_children) {
        read_child(open);
      } else {
        read_member(open);
      }
    }
  }

  void begin_node(std::vector<Open>& open, std::size_t ordinal) {
    const std::size_t node = m_document.nodes.size();
    m_document.nodes.push_back({open.size(), ordinal, "{"});
    open.push_back({node});
    ++m_at;
  }

  void read_child(std::vector<Open>& open) {
    Open& parent = open.back();
    if (peek() == ']') {
      ++m_at;
      parent.in_children = false;
      return;
    }
    if (peek() == ',') ++m_at;
    const std::size_t ordinal = parent.children++;
    if (peek() != '{')
      throw TreeDocumentFault{
          pointer_of_node(m_document, parent.node) + "/children/" + std::to_string(ordinal),
          "a node has to be an object, as the first one here is"};
    begin_node(open, ordinal);
  }

  void read_member(std::vector<Open>& open) {
    std::string& json = m_document.nodes[open.back().node].json;
    if (peek() == '}') {
      ++m_at;
      json += '}';
      open.pop_back();
      return;
    }
    if (peek() == ',') json += m_text[m_at++];
    const std::string_view name = take_name();
    json.append(name).append(":");
    if (name == k_children && begins("[{")) {
      json += "[]";
      ++m_at;
      open.back().in_children = true;
    } else {
      json += take_value();
    }
  }

  std::string_view m_text;
  TreeDocument& m_document;
  std::size_t m_at = 0;
};

/// Offset in `object` of the value of the member `name`, where that is `value`.
std::optional<std::size_t> find_place(std::string_view object, std::string_view name,
                                      std::string_view value) {
  std::vector<json::Member> members;
  json::split_members(object, members);
  for (const json::Member& member : members) {
    if (member.raw_name == name && member.raw_value == value)
      return static_cast<std::size_t>(member.raw_value.data() - object.data());
  }
  return std::nullopt;
}

/// Offset of the bracket that ends the node's "children".
std::optional<std::size_t> find_children_end(std::string_view node) {
  std::vector<json::Member> members;
  json::split_members(node, members);
  for (const json::Member& member : members) {
    if (member.raw_name == k_children && member.kind == json::JsonKind::array)
      return static_cast<std::size_t>(member.raw_value.data() + member.raw_value.size() - node.data()) - 1;
  }
  return std::nullopt;
}

std::string with_children(std::string_view node) {
  std::string json(node.substr(0, node.size() - 1));
  if (json.size() > 1) json += ',';
  return json.append(k_children).append(":[]}");
}

/// Writes nodes in their order, each inside the one above it.
class Joiner {
 public:
  explicit Joiner(std::string& out) : m_out(out) {}

  void add(const DocumentNode& node, bool has_children) {
    close(node.level);
    m_counts.resize(node.level + 1);
    if (m_counts[node.level]++ > 0) m_out += ',';
    if (!has_children) {
      m_out += node.json;
      return;
    }
    std::string json = node.json;
    auto end = find_children_end(json);
    if (!end) {
      json = with_children(json);
      end = json.size() - 2;
    }
    m_out.append(json, 0, *end);
    if (json[*end - 1] != '[') m_out += ',';
    m_tails.push_back(json.substr(*end));
  }

  /// Ends all nodes that are open from `level` on.
  void close(std::size_t level) {
    for (; m_tails.size() > level; m_tails.pop_back()) m_out += m_tails.back();
  }

 private:
  std::string& m_out;
  std::vector<std::string> m_tails;
  std::vector<std::size_t> m_counts;
};

std::string join_nodes(const std::vector<DocumentNode>& nodes) {
  std::string out;
  Joiner joiner(out);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    joiner.add(nodes[i], i + 1 < nodes.size() && nodes[i + 1].level > nodes[i].level);
  joiner.close(0);
  return out;
}

}  // namespace

std::optional<TreeDocumentKind> find_tree_document_kind(std::string_view beginning, bool& more) {
  sources::TopLevelReader names(beginning);
  more = false;
  while (const auto member = names.next()) {
    if (member->raw_name == "\"tasks\"") return std::nullopt;
    if (member->raw_name == k_root_task) return TreeDocumentKind::tree;
    if (member->raw_name == k_nodes && member->value.front() == '[') return TreeDocumentKind::tree;
    if (member->raw_name == "\"node_id\"") return TreeDocumentKind::node;
  }
  more = names.needs_more();
  return std::nullopt;
}

TreeDocument split_tree_document(std::string_view compact, TreeDocumentKind kind) {
  TreeDocument document;
  document.kind = kind;
  Splitter(compact, document).split();
  return document;
}

std::string join_tree_document(const TreeDocument& document) {
  std::string nodes = join_nodes(document.nodes);
  if (document.kind == TreeDocumentKind::node) return nodes;
  std::string json = document.outline;
  if (document.is_list) {
    const auto place = find_place(json, k_nodes, "[]");
    return place ? json.insert(*place + 1, nodes) : json;
  }
  const auto place = find_place(json, k_root_task, "{}");
  return place ? json.replace(*place, 2, nodes) : json;
}

std::string pointer_of_node(const TreeDocument& document, std::size_t index) {
  const std::vector<DocumentNode>& nodes = document.nodes;
  std::string pointer;
  for (std::size_t i = index; nodes[i].level > 0;) {
    pointer.insert(0, "/children/" + std::to_string(nodes[i].ordinal));
    const std::size_t level = nodes[i].level;
    while (nodes[i].level >= level) --i;
    index = i;
  }
  if (document.kind == TreeDocumentKind::node) return pointer;
  return (document.is_list ? "/nodes/" + std::to_string(nodes[index].ordinal) : "/root_task") + pointer;
}

}  // namespace rlmdb::tree_documents
