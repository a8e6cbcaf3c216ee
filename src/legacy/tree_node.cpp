// SPDX-License-Identifier: MIT
#include "legacy/tree_node.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "legacy/json_layout.hpp"
#include "legacy/json_members.hpp"
#include "legacy/json_string.hpp"
#include "legacy/object_text.hpp"

namespace rlmdb::legacy {

namespace {

using Path = std::vector<std::string_view>;

/// Whether a record that lacks a member says that there is none.
enum class Absence { says_nothing, says_none };

/// One fact in both worlds.
struct SharedMember {
  Path node;
  Path record;
  Absence absence;
};

const std::vector<SharedMember>& shared_members() {
  using enum Absence;
  static const std::vector<SharedMember> k_members = {
      {{"depth"}, {"metadata", "depth"}, says_nothing},
      {{"prompt"}, {"prompt"}, says_nothing},
      {{"context", "type"}, {"metadata", "context_reference", "type"}, says_nothing},
      {{"context", "source"}, {"metadata", "context_reference", "source"}, says_nothing},
      {{"context", "size_tokens"}, {"metadata", "context_reference", "size_tokens"}, says_nothing},
      {{"status"}, {"state"}, says_nothing},
      {{"result", "output"}, {"result"}, says_none},
      {{"cost", "input_tokens"}, {"metadata", "cost_tracking", "input_tokens"}, says_nothing},
      {{"cost", "output_tokens"}, {"metadata", "cost_tracking", "output_tokens"}, says_nothing},
      {{"cost", "total_tokens"}, {"metadata", "cost_tracking", "total_tokens"}, says_nothing},
      {{"cost", "input_cost_usd"}, {"metadata", "cost_tracking", "input_cost_usd"}, says_nothing},
      {{"cost", "output_cost_usd"}, {"metadata", "cost_tracking", "output_cost_usd"}, says_nothing},
      {{"cost", "total_cost_usd"}, {"metadata", "cost_tracking", "total_cost_usd"}, says_nothing},
      {{"cost", "subtree_total_cost_usd"},
       {"metadata", "cost_tracking", "subtree_total_cost_usd"},
       says_nothing},
      {{"cost", "cache_hits"}, {"metadata", "cost_tracking", "cache_hits"}, says_nothing},
      {{"cost", "cache_savings_usd"}, {"metadata", "cost_tracking", "cache_savings_usd"}, says_nothing},
      {{"timestamps", "created_at"}, {"createdAt"}, says_nothing},
      {{"timestamps", "started_at"}, {"startedAt"}, says_none},
      {{"timestamps", "completed_at"}, {"completedAt"}, says_none},
      {{"decomposition_strategy"}, {"metadata", "decomposition_strategy"}, says_nothing},
      {{"merge_strategy"}, {"metadata", "merge_strategy"}, says_nothing},
  };
  return k_members;
}

/// The members of an object, and of the objects in it that were asked for.
class ObjectView {
 public:
  explicit ObjectView(std::string_view json) : m_levels{{{}, split(json)}} {}

  /// Raw value, or empty.
  [[nodiscard]] std::string_view find(std::span<const std::string_view> path) {
    return find_member(level(path.first(path.size() - 1)), path.back());
  }

 private:
  static std::vector<Member> split(std::string_view json) {
    std::vector<Member> members;
    if (json.starts_with('{')) split_members(json, members);
    return members;
  }

  const std::vector<Member>& level(std::span<const std::string_view> path) {
    for (const auto& [known, members] : m_levels) {
      if (std::equal(known.begin(), known.end(), path.begin(), path.end())) return members;
    }
    std::vector<Member> members = split(find(path));
    m_levels.emplace_back(Path(path.begin(), path.end()), std::move(members));
    return m_levels.back().second;
  }

  std::vector<std::pair<Path, std::vector<Member>>> m_levels;
};

std::string_view state_of_status(std::string_view status) {
  if (status.empty() || status == "\"pending\"") return "\"queued\"";
  return status;
}

std::string_view status_of_state(std::string_view state) {
  return state == "\"queued\"" ? "\"pending\"" : state;
}

bool is_nothing(std::string_view raw) {
  return raw.empty() || raw == "null";
}

bool is_same(std::string_view left, std::string_view right) {
  if (left == right) return true;
  if (kind_of(left) != JsonKind::number || kind_of(right) != JsonKind::number) return false;
  double a = 0;
  double b = 0;
  const auto parsed_left = std::from_chars(left.data(), left.data() + left.size(), a);
  const auto parsed_right = std::from_chars(right.data(), right.data() + right.size(), b);
  return parsed_left.ec == std::errc{} && parsed_right.ec == std::errc{} && a == b;
}

std::optional<std::string> text_of(std::string_view raw) {
  if (kind_of(raw) != JsonKind::string || raw.empty()) return std::nullopt;
  std::string text;
  decode_string(raw, text);
  return text;
}

std::string_view first_error(ObjectView& node) {
  const std::array<std::string_view, 2> path{"result", "errors"};
  const std::string_view errors = node.find(path);
  if (!errors.starts_with('[')) return {};
  std::vector<std::string_view> elements;
  split_elements(errors, elements);
  return elements.empty() ? std::string_view() : find_member(elements.front(), "message");
}

std::string_view find(ObjectView& object, std::initializer_list<std::string_view> path) {
  return object.find(std::span(path.begin(), path.size()));
}

std::string context_of(ObjectView& node) {
  ObjectText context;
  for (const std::string_view name : {"type", "source", "size_tokens"})
    context.add_if_there(name, find(node, {"context", name}));
  return context.empty() ? "" : context.finish();
}

std::string metadata_of(ObjectView& node, const NodePlace& place) {
  ObjectText metadata;
  metadata.add("tree_id", quoted(place.tree_id));
  metadata.add_or_null("node_id", find(node, {"node_id"}));
  metadata.add("parent_id", place.parent ? quoted(*place.parent) : "null");
  for (const std::string_view name : {"depth", "decomposition_strategy", "merge_strategy"})
    metadata.add_if_there(name, find(node, {name}));
  metadata.add_if_there("context_reference", context_of(node));
  const std::string_view cost = find(node, {"cost"});
  if (cost.starts_with('{')) metadata.add("cost_tracking", cost);
  return metadata.finish();
}

}  // namespace

NodeIdentity identity_of_node(std::string_view json) {
  ObjectView node(json);
  return {text_of(find(node, {"node_id"})), text_of(find(node, {"parent_id"}))};
}

std::string record_of_node(std::string_view json, const NodePlace& place) {
  ObjectView node(json);
  ObjectText record;
  record.add_or_null("prompt", find(node, {"prompt"}));
  record.add("agent", "null");
  record.add("priority", "0");
  record.add("state", state_of_status(find(node, {"status"})));
  record.add_or_null("createdAt", find(node, {"timestamps", "created_at"}));
  record.add_or_null("startedAt", find(node, {"timestamps", "started_at"}));
  record.add_or_null("completedAt", find(node, {"timestamps", "completed_at"}));
  record.add("pid", "null");
  record.add_or_null("result", find(node, {"result", "output"}));
  record.add_or_null("error", first_error(node));
  record.add("output", "\"\"");
  record.add("metadata", metadata_of(node, place));
  return record.finish();
}

std::vector<NodeDifference> compare_node(std::string_view json, std::string_view record_text) {
  std::string compact;
  append_compact(compact, record_text);
  ObjectView node(json);
  ObjectView record(compact);
  std::vector<NodeDifference> differences;
  for (const SharedMember& member : shared_members()) {
    const std::string_view in_node = node.find(member.node);
    const bool is_status = member.node.front() == "status";
    std::string_view in_task = record.find(member.record);
    if (is_status) in_task = status_of_state(in_task);
    if (is_nothing(in_task)) {
      if (member.absence == Absence::says_nothing || is_nothing(in_node)) continue;
      in_task = {};
    } else if (is_same(is_status && in_node.empty() ? "\"pending\"" : in_node, in_task)) {
      continue;
    }
    differences.push_back({member.node, std::string(in_node), std::string(in_task)});
  }
  return differences;
}

std::string with_differences(std::string_view json, const std::vector<NodeDifference>& differences) {
  std::string text(json);
  for (const NodeDifference& difference : differences) {
    if (difference.path.size() == 1) {
      text = with_member(text, difference.path.front(), difference.in_task);
      continue;
    }
    ObjectView node(text);
    const std::string_view outer = find(node, {difference.path.front()});
    const std::string inner = with_member(outer, difference.path.back(), difference.in_task);
    text = with_member(text, difference.path.front(), inner);
  }
  return text;
}

std::string node_of_record(std::string_view record, std::string_view node_id,
                           const std::optional<std::string>& parent) {
  ObjectText node;
  node.add("node_id", quoted(node_id));
  node.add("parent_id", parent ? quoted(*parent) : "null");
  const std::string bare = node.finish();
  const std::string json = with_differences(bare, compare_node(bare, record));
  // A node that is pending differs in nothing from one that does not say so, and has to say so.
  return ObjectView(json).find(std::array<std::string_view, 1>{"status"}).empty()
             ? with_member(json, "status", "\"pending\"")
             : json;
}

std::string with_child_ids(std::string_view json, const std::vector<std::string>& ids) {
  if (ids.empty()) return std::string(json);
  std::string list;
  for (const std::string& id : ids) list += (list.empty() ? "[" : ",") + quoted(id);
  return with_member(json, "children", list + "]");
}

std::string pointer_of(const NodeDifference& difference) {
  std::string pointer;
  for (const std::string_view name : difference.path) pointer.append("/").append(name);
  return pointer;
}

}  // namespace rlmdb::legacy
