// SPDX-License-Identifier: MIT
#include "yaml/yaml_edit.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "json/json_members.hpp"
#include "yaml/yaml_places.hpp"
#include "yaml/yaml_target.hpp"

namespace rlmdb::yaml {

namespace {

struct Splice {
  std::size_t begin;
  std::size_t end;
  std::string text;
};

/// A value and what leads to it.
struct ValuePlace {
  NodeId parent;
  NodeId key;     ///< of a member
  NodeId before;  ///< of an item: the one before it, or none
  NodeId value;
  Member member;
};

std::string line_of(std::string_view line_break, std::size_t indent, const std::string& text) {
  return std::string(line_break) + std::string(indent, ' ') + text;
}

/// Collects what has to be replaced so that a document says something else.
class Editor {
 public:
  Editor(const NodeTree& tree, const TextMembers& text_members, const EditForm& form)
      : m_tree(tree),
        m_yaml(tree.yaml),
        m_text_members(text_members),
        m_fine_depth(form.fine_depth),
        m_emit{line_break_of(tree.yaml), form.care} {}

  std::optional<std::string> run(std::string_view target) {
    if (m_tree.root == k_no_node) return std::nullopt;
    become({k_no_node, k_no_node, k_no_node, m_tree.root, Member::any}, target, 0);
    if (!m_touched.empty()) write_aliases_out(m_tree.root, Member::any);
    return m_is_possible ? spliced() : std::nullopt;
  }

 private:
  void become(const ValuePlace& place, std::string_view target, std::size_t depth) {
    const std::string old = json_of(m_tree, place.value, place.member, m_text_members);
    if (old == target) return;
    const Node& node = m_tree[place.value];
    const bool is_fine = depth < m_fine_depth && node.first != k_no_node;
    if (is_fine && node.kind == NodeKind::mapping && target.starts_with('{')) {
      std::vector<json::Member> members;
      json::split_members(target, members);
      if (is_extension(old, members)) return change_mapping(place.value, members, depth);
    }
    if (is_fine && node.kind == NodeKind::sequence && target.starts_with('[')) {
      std::vector<std::string_view> items;
      json::split_elements(target, items);
      if (change_list(place, items, depth)) return;
    }
    replace(place, target);
  }

  void change_mapping(NodeId mapping, const std::vector<json::Member>& members, std::size_t depth) {
    touch(mapping);
    std::unordered_map<std::string_view, NodeId> key_of;
    NodeId last = k_no_node;
    for (NodeId key = m_tree[mapping].first; key != k_no_node; key = m_tree[last].next) {
      key_of[m_tree.resolved(key).text] = key;
      last = m_tree[key].next;
    }
    std::vector<json::Member> added;
    for (const json::Member& member : members) {
      const auto key = key_of.find(decoded_text(member.raw_name));
      if (key == key_of.end()) {
        added.push_back(member);
        continue;
      }
      const NodeId value = m_tree[key->second].next;
      become({mapping, key->second, k_no_node, value, member_of(key->first, m_text_members)},
             member.raw_value, depth + 1);
    }
    if (!added.empty()) add_members(mapping, last, added);
  }

  /// False: the list becomes shorter, so that nothing says which of its items stay.
  bool change_list(const ValuePlace& place, const std::vector<std::string_view>& items, std::size_t depth) {
    std::vector<NodeId> nodes;
    for (NodeId item = m_tree[place.value].first; item != k_no_node; item = m_tree[item].next) {
      nodes.push_back(item);
    }
    if (items.size() < nodes.size()) return false;
    touch(place.value);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const NodeId before = i == 0 ? k_no_node : nodes[i - 1];
      become({place.value, k_no_node, before, nodes[i], place.member}, items[i], depth + 1);
    }
    if (items.size() > nodes.size()) add_items(place.value, nodes.back(), items, nodes.size());
    return true;
  }

  void add_members(NodeId mapping, NodeId last, const std::vector<json::Member>& added) {
    std::string text;
    if (m_tree[mapping].style == NodeStyle::flow) {
      for (const json::Member& member : added) {
        text += ", " + flow_member(member.raw_name, member.raw_value, m_emit.care);
      }
      return add_in_brackets(mapping, last, text, '}');
    }
    const std::size_t indent = column_of_parts(m_tree, mapping);
    for (const json::Member& member : added) {
      text +=
          line_of(m_emit.line_break, indent, block_member(member.raw_name, member.raw_value, indent, m_emit));
    }
    add_behind_line(m_tree[mapping].end, text);
  }

  void add_items(NodeId list, NodeId last, const std::vector<std::string_view>& items, std::size_t from) {
    std::string text;
    if (m_tree[list].style == NodeStyle::flow) {
      for (std::size_t i = from; i < items.size(); ++i) text += ", " + flow_text(items[i], m_emit.care);
      return add_in_brackets(list, last, text, ']');
    }
    const std::size_t indent = column_of_parts(m_tree, list);
    for (std::size_t i = from; i < items.size(); ++i) {
      text += line_of(m_emit.line_break, indent, block_item(items[i], indent, m_emit));
    }
    add_behind_line(m_tree[list].end, text);
  }

  /// `text` begins with ", ".
  void add_in_brackets(NodeId collection, NodeId last, std::string text, char bracket) {
    const std::size_t end = m_tree[collection].end;
    if (end == 0 || m_yaml[end - 1] != bracket) {
      m_is_possible = false;
      return;
    }
    const std::size_t behind_last = skip_blanks(m_yaml, m_tree[last].end);
    if (m_yaml[behind_last] == ',') {
      add_splice(behind_last + 1, behind_last + 1, text.substr(1));
    } else {
      add_splice(m_tree[last].end, m_tree[last].end, std::move(text));
    }
  }

  void replace(const ValuePlace& place, std::string_view target) {
    const Node& node = m_tree[place.value];
    if (place.parent == k_no_node) return replace_empty_root(target);
    touch_all_of(place.value);
    m_replaced.emplace_back(node.begin, node.end);
    if (m_tree[place.parent].style == NodeStyle::flow) {
      replace_in_brackets(place, target);
    } else {
      replace_in_block(place, target);
    }
  }

  /// "{}" and "[]" alone; what says more is not written anew as a whole.
  void replace_empty_root(std::string_view target) {
    const Node& root = m_tree[m_tree.root];
    const std::size_t bracket = behind_properties(m_yaml, root.begin);
    const bool is_empty = root.style == NodeStyle::flow && root.first == k_no_node;
    m_is_possible = is_empty && is_collection(target) && m_yaml[bracket] == target.front();
    if (!m_is_possible) return;
    const std::string in_brackets = flow_text(target, m_emit.care);
    const bool has_comment = m_yaml.substr(0, root.end).find('#', bracket) != std::string_view::npos;
    if (has_comment) {
      add_splice(bracket + 1, bracket + 1, in_brackets.substr(1, in_brackets.size() - 2));
    } else if (column_of(m_yaml, root.begin) > 0) {
      add_splice(bracket, root.end, in_brackets);
    } else {
      add_splice(root.begin, root.end, block_text(target, 0, m_emit));
    }
  }

  void replace_in_brackets(const ValuePlace& place, std::string_view target) {
    const Node& node = m_tree[place.value];
    std::string text = scalar_text_like(node, place.member, Around::flow, target, 0, m_emit).head;
    if (node.begin < node.end) return add_splice(node.begin, node.end, std::move(text));
    const std::size_t colon = place.key == k_no_node ? k_no_place : behind_colon(m_tree, place.key);
    if (colon != k_no_place) return add_splice(colon, colon, " " + text);
    if (place.key == k_no_node) {
      m_is_possible = false;
    } else {
      add_splice(m_tree[place.key].end, m_tree[place.key].end, ": " + text);
    }
  }

  void replace_in_block(const ValuePlace& place, std::string_view target) {
    const Node& node = m_tree[place.value];
    const std::size_t behind = place.key == k_no_node ? behind_dash(m_tree, place.parent, place.before)
                                                      : behind_colon(m_tree, place.key);
    if (behind == k_no_place || behind > node.begin) {
      m_is_possible = false;
      return;
    }
    const bool stays_flow = node.style == NodeStyle::flow && node.first != k_no_node;
    if (is_collection(target) && !stays_flow) return put_collection(place, behind, target);
    const std::size_t indent = column_of_parts(m_tree, place.parent) + 2;
    if (is_collection(target)) return put_line(node, behind, flow_text(target, m_emit.care));
    ScalarText scalar = scalar_text_like(node, place.member, Around::block, target, indent, m_emit);
    if (scalar.lines.empty()) return put_line(node, behind, scalar.head);
    put_lines(node, behind, scalar);
  }

  /// Comments behind the key and behind the value stay.
  void put_line(const Node& node, std::size_t behind, const std::string& text) {
    const std::string_view gap = gap_before(m_yaml, node, behind);
    if (!has_line_break(gap)) {
      return add_splice(node.begin, node.end,
                        (gap.empty() ? " " : "") + text + comment_of_head(m_yaml, node));
    }
    add_splice(behind, behind, " " + text);
    add_splice(end_of_comments(m_yaml, node, behind), node.end, "");
  }

  void put_lines(const Node& node, std::size_t behind, const ScalarText& scalar) {
    const std::string_view gap = gap_before(m_yaml, node, behind);
    if (has_line_break(gap)) return add_splice(behind, node.end, " " + scalar.head + scalar.lines);
    const std::string head = (gap.empty() ? " " : "") + scalar.head;
    if (!is_one_line(m_yaml, node)) {
      return add_splice(node.begin, node.end, head + comment_of_head(m_yaml, node) + scalar.lines);
    }
    add_splice(node.begin, node.end, head);
    add_behind_line(node.end, scalar.lines);
  }

  void put_collection(const ValuePlace& place, std::size_t behind, std::string_view target) {
    const Node& node = m_tree[place.value];
    const std::string_view gap = gap_before(m_yaml, node, behind);
    const std::size_t column = column_of(m_yaml, node.begin);
    if (place.key == k_no_node) {
      const std::size_t indent = column + (gap.empty() ? 1 : 0);
      return add_splice(node.begin, node.end, (gap.empty() ? " " : "") + block_text(target, indent, m_emit));
    }
    const std::size_t of_key = column_of_parts(m_tree, place.parent);
    const bool fits = column > of_key || (column == of_key && target.starts_with('['));
    if (has_line_break(gap) && fits) {
      return add_splice(node.begin, node.end, block_text(target, column, m_emit));
    }
    const std::string lines = line_of(m_emit.line_break, of_key + 2, block_text(target, of_key + 2, m_emit));
    if (has_line_break(gap)) return add_splice(end_of_comments(m_yaml, node, behind), node.end, lines);
    if (!is_one_line(m_yaml, node))
      return add_splice(behind, node.end, comment_of_head(m_yaml, node) + lines);
    add_splice(behind, node.end, "");
    add_behind_line(node.end, lines);
  }

  void add_behind_line(std::size_t at, std::string text) {
    const std::size_t end = line_end(m_yaml, at);
    if (end == m_yaml.size()) keep_open_end();
    add_splice(end, end, std::move(text));
  }

  /// A block scalar that ends with the text, without a line break, would gain one: its head is to say that it
  /// has none.
  void keep_open_end() {
    for (const Node& node : m_tree.nodes) {
      const std::optional<ByteRange> chomping = chomping_of_open_end(m_yaml, node);
      if (!chomping || is_replaced(node)) continue;
      const bool is_there = std::any_of(m_splices.begin(), m_splices.end(), [&](const Splice& splice) {
        return splice.begin == chomping->begin;
      });
      if (!is_there) add_splice(chomping->begin, chomping->end, "-");
    }
  }

  void add_splice(std::size_t begin, std::size_t end, std::string text) {
    m_splices.push_back({begin, end, std::move(text)});
  }

  /// Aliases of a node that changes are to say what they said.
  void touch(NodeId id) {
    if (m_tree[id].uses > 0) m_touched.push_back(id);
  }
  void touch_all_of(NodeId id) {
    touch(id);
    for (NodeId part = m_tree[id].first; part != k_no_node; part = m_tree[part].next) touch_all_of(part);
  }

  [[nodiscard]] bool is_replaced(const Node& node) const {
    return std::any_of(m_replaced.begin(), m_replaced.end(), [&](const auto& range) {
      return range.first <= node.begin && node.end <= range.second;
    });
  }

  void write_aliases_out(NodeId id, Member member) {
    const Node& node = m_tree[id];
    if (node.kind == NodeKind::alias) {
      const bool is_touched = std::find(m_touched.begin(), m_touched.end(), node.target) != m_touched.end();
      if (!is_touched || is_replaced(node)) return;
      return add_splice(node.begin, node.end,
                        flow_text(json_of(m_tree, id, member, m_text_members), m_emit.care));
    }
    if (node.kind == NodeKind::sequence) {
      for (NodeId item = node.first; item != k_no_node; item = m_tree[item].next) {
        write_aliases_out(item, member);
      }
      return;
    }
    for (NodeId key = node.first; key != k_no_node; key = m_tree[m_tree[key].next].next) {
      write_aliases_out(key, Member::text);
      write_aliases_out(m_tree[key].next, member_of(m_tree.resolved(key).text, m_text_members));
    }
  }

  [[nodiscard]] std::optional<std::string> spliced() {
    std::stable_sort(m_splices.begin(), m_splices.end(),
                     [](const Splice& a, const Splice& b) { return a.begin < b.begin; });
    std::string text;
    std::size_t at = 0;
    for (const Splice& splice : m_splices) {
      if (splice.begin < at) return std::nullopt;
      text.append(m_yaml.substr(at, splice.begin - at)).append(splice.text);
      at = splice.end;
    }
    return text.append(m_yaml.substr(at));
  }

  const NodeTree& m_tree;
  std::string_view m_yaml;
  const TextMembers& m_text_members;
  std::size_t m_fine_depth;
  EmitForm m_emit;
  std::vector<Splice> m_splices;
  std::vector<std::pair<std::size_t, std::size_t>> m_replaced;
  std::vector<NodeId> m_touched;
  bool m_is_possible = true;
};

}  // namespace

std::optional<std::string> edited_text(const NodeTree& tree, std::string_view target,
                                       const TextMembers& text_members, const EditForm& form) {
  return Editor(tree, text_members, form).run(target);
}

}  // namespace rlmdb::yaml
