// SPDX-License-Identifier: MIT
#include "yaml/yaml_to_json.hpp"

#include <unordered_map>
#include <utility>

#include "json/json_scan.hpp"
#include "json/json_string.hpp"
#include "yaml/yaml_scalar_rules.hpp"

namespace rlmdb::yaml {

namespace {

void append_text(std::string& out, std::string_view text) {
  out += '"';
  json::append_escaped(out, text);
  out += '"';
}

std::string_view plain_meaning(const Node& node, Member member) {
  if (node.tag == NodeTag::number) return is_json_number(node.text) ? std::string_view(node.text) : "";
  if (node.tag == NodeTag::text) return {};
  if (node.tag == NodeTag::none && node.style != NodeStyle::plain) return {};
  return member == Member::text ? plain_json_of_text_member(node.text) : plain_json(node.text);
}

/// Writes nodes one after the other. Recursion is bounded by Limits::most_depth.
class JsonMaker {
 public:
  JsonMaker(const NodeTree& tree, const TextMembers& text_members)
      : m_tree(tree), m_text_members(text_members) {}

  void append(std::string& out, NodeId id, Member member) const {
    const Node& node = m_tree.resolved(id);
    if (node.kind == NodeKind::scalar) {
      append_scalar(out, node, member);
    } else if (node.kind == NodeKind::sequence) {
      append_list(out, node, member);
    } else {
      append_object(out, node);
    }
  }

 private:
  static void append_scalar(std::string& out, const Node& node, Member member) {
    const std::string_view meaning = plain_meaning(node, member);
    if (meaning.empty()) {
      append_text(out, node.text);
    } else {
      out += meaning;
    }
  }

  void append_list(std::string& out, const Node& node, Member member) const {
    out += '[';
    for (NodeId item = node.first; item != k_no_node; item = m_tree[item].next) {
      if (item != node.first) out += ',';
      append(out, item, member);
    }
    out += ']';
  }

  /// Of a repeated key the last value, at the place of the first.
  void append_object(std::string& out, const Node& node) const {
    std::unordered_map<std::string_view, NodeId> value_of;
    for (NodeId key = node.first; key != k_no_node; key = m_tree[m_tree[key].next].next) {
      value_of[m_tree.resolved(key).text] = m_tree[key].next;
    }
    out += '{';
    for (NodeId key = node.first; key != k_no_node; key = m_tree[m_tree[key].next].next) {
      const std::string_view name = m_tree.resolved(key).text;
      const auto value = value_of.find(name);
      if (value == value_of.end()) continue;
      if (key != node.first) out += ',';
      append_text(out, name);
      out += ':';
      append(out, value->second, member_of(name, m_text_members));
      value_of.erase(value);
    }
    out += '}';
  }

  const NodeTree& m_tree;
  const TextMembers& m_text_members;
};

/// Finds names that stand twice. Recursion is bounded by Limits::most_depth.
class Repetitions {
 public:
  explicit Repetitions(const NodeTree& tree) : m_tree(tree) {}

  void look_at(NodeId id, const std::string& pointer) {
    const Node& node = m_tree[id];
    if (node.kind == NodeKind::sequence) {
      std::size_t number = 0;
      for (NodeId item = node.first; item != k_no_node; item = m_tree[item].next)
        look_at(item, pointer + "/" + std::to_string(number++));
    } else if (node.kind == NodeKind::mapping) {
      look_at_members(node, pointer);
    }
  }
  [[nodiscard]] std::vector<std::string> take() { return std::move(m_found); }

 private:
  void look_at_members(const Node& node, const std::string& pointer) {
    std::unordered_map<std::string_view, int> count_of;
    for (NodeId key = node.first; key != k_no_node; key = m_tree[m_tree[key].next].next) {
      const std::string_view name = m_tree.resolved(key).text;
      std::string place = pointer;
      json::append_pointer_name(place, name);
      if (++count_of[name] == 2) m_found.push_back(place);
      look_at(m_tree[key].next, place);
    }
  }

  const NodeTree& m_tree;
  std::vector<std::string> m_found;
};

}  // namespace

std::vector<std::string> repeated_members_of(const NodeTree& tree) {
  Repetitions repetitions(tree);
  if (tree.root != k_no_node) repetitions.look_at(tree.root, {});
  return repetitions.take();
}

std::string json_of(const NodeTree& tree, NodeId id, Member member, const TextMembers& text_members) {
  std::string json;
  JsonMaker(tree, text_members).append(json, id, member);
  return json;
}

std::string json_of(const NodeTree& tree, const TextMembers& text_members) {
  if (tree.root == k_no_node) return "null";
  return json_of(tree, tree.root, Member::any, text_members);
}

}  // namespace rlmdb::yaml
