// SPDX-License-Identifier: MIT
#include "tree_documents/tree_node.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "json/json_layout.hpp"
#include "json/json_members.hpp"
#include "json/json_number.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "json/object_view.hpp"
#include "records/document_values.hpp"
#include "records/tokens.hpp"
#include "schemas/value_rules.hpp"
#include "tree_documents/known_members_rules.hpp"
#include "util/digest128.hpp"

namespace rlmdb::tree_documents {

namespace {

/// What a record says that has null for a member. One that lacks it says nothing.
enum class Null { says_nothing, says_none };

/// Whether a record's value is all of it, or a merge patch over what the node has.
enum class Extent { whole, patch };

/// One fact in both worlds.
struct SharedMember {
  json::ObjectView::Path node;
  json::ObjectView::Path record;
  Null null = Null::says_nothing;
  Extent extent = Extent::whole;
};

const std::vector<SharedMember>& shared_members() {
  using enum Null;
  static const std::vector<SharedMember> k_members = {
      {{"depth"}, {"metadata", "depth"}, says_nothing},
      {{"prompt"}, {"prompt"}, says_nothing},
      {{"context", "type"}, {"metadata", "context_reference", "type"}, says_none},
      {{"context", "source"}, {"metadata", "context_reference", "source"}, says_none},
      {{"context", "size_tokens"}, {"metadata", "context_reference", "size_tokens"}, says_none},
      {{"context", "documents"}, {"metadata", "context_reference", "documents"}, says_none},
      {{"context", "filters"}, {"metadata", "context_reference", "filters"}, says_none, Extent::patch},
      {{"execution_config"}, {"metadata", "execution_config"}, says_nothing, Extent::patch},
      {{"status"}, {"state"}, says_nothing},
      {{"result", "output"}, {"result"}, says_nothing},
      {{"cost", "input_tokens"}, {"metadata", "cost_tracking", "input_tokens"}, says_none},
      {{"cost", "output_tokens"}, {"metadata", "cost_tracking", "output_tokens"}, says_none},
      {{"cost", "total_tokens"}, {"metadata", "cost_tracking", "total_tokens"}, says_none},
      {{"cost", "input_cost_usd"}, {"metadata", "cost_tracking", "input_cost_usd"}, says_none},
      {{"cost", "output_cost_usd"}, {"metadata", "cost_tracking", "output_cost_usd"}, says_none},
      {{"cost", "total_cost_usd"}, {"metadata", "cost_tracking", "total_cost_usd"}, says_none},
      {{"cost", "subtree_total_cost_usd"},
       {"metadata", "cost_tracking", "subtree_total_cost_usd"},
       says_nothing},
      {{"cost", "cache_hits"}, {"metadata", "cost_tracking", "cache_hits"}, says_none},
      {{"cost", "cache_savings_usd"}, {"metadata", "cost_tracking", "cache_savings_usd"}, says_none},
      {{"timestamps", "created_at"}, {"createdAt"}, says_nothing},
      {{"timestamps", "started_at"}, {"startedAt"}, says_nothing},
      {{"timestamps", "completed_at"}, {"completedAt"}, says_nothing},
      {{"decomposition_strategy"}, {"metadata", "decomposition_strategy"}, says_nothing},
      {{"merge_strategy"}, {"metadata", "merge_strategy"}, says_nothing},
  };
  return k_members;
}

/// The raw state that a raw status means; of a word that nobody knows the word.
std::string state_of_status(std::string_view status) {
  if (status.empty()) return "\"queued\"";
  const auto word = json::text_of(status);
  const auto meaning = word ? records::meaning_of_state(*word) : std::nullopt;
  return meaning ? json::quoted(to_text(*meaning)) : std::string(status);
}

bool is_same_status(std::string_view status, std::string_view state) {
  return status == state || state_of_status(status) == state;
}

std::string_view status_of_state(std::string_view state) {
  return state == "\"queued\"" ? "\"pending\"" : state;
}

bool is_same_number(std::string_view left, std::string_view right) {
  const std::optional<double> number = json::number_of(left);
  return number && number == json::number_of(right);
}

/// Whether they mean the same: numbers by their values, objects without regard to the order of their members.
bool is_same(std::string_view left, std::string_view right) {
  if (left == right) return true;
  const json::JsonKind kind = json::kind_of(left);
  if (kind != json::kind_of(right)) return false;
  if (kind == json::JsonKind::number) return is_same_number(left, right);
  if (kind == json::JsonKind::array) {
    std::vector<std::string_view> a;
    std::vector<std::string_view> b;
    json::split_elements(left, a);
    json::split_elements(right, b);
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), is_same);
  }
  if (kind != json::JsonKind::object) return false;
  std::vector<json::Member> a;
  std::vector<json::Member> b;
  json::split_members(left, a);
  json::split_members(right, b);
  return a.size() == b.size() && std::all_of(a.begin(), a.end(), [&](const json::Member& member) {
           const auto other = std::find_if(b.begin(), b.end(), [&](const json::Member& candidate) {
             return candidate.raw_name == member.raw_name;
           });
           return other != b.end() && is_same(member.raw_value, other->raw_value);
         });
}

std::string context_of(json::ObjectView& node) {
  json::ObjectText context;
  for (const std::string_view name : {"type", "source", "size_tokens"})
    context.add_if_there(name, node.find({"context", name}));
  return context.empty() ? "" : context.finish();
}

std::string metadata_of(json::ObjectView& node, const NodePlace& place) {
  json::ObjectText metadata;
  metadata.add("tree_id", json::quoted(place.tree_id));
  metadata.add_or_null("node_id", node.find({"node_id"}));
  metadata.add("parent_id", place.parent ? json::quoted(*place.parent) : "null");
  for (const std::string_view name : {"depth", "decomposition_strategy", "merge_strategy"})
    metadata.add_if_there(name, node.find({name}));
  metadata.add_if_there("context_reference", context_of(node));
  const std::string_view cost = node.find({"cost"});
  if (cost.starts_with('{')) metadata.add("cost_tracking", cost);
  return metadata.finish();
}

/// Whether a node's output is a record's result: a value that is no text stands there as its JSON text.
bool is_output_of(std::string_view node_result, std::string_view in_task) {
  const std::string_view output = json::find_member(node_result, "output");
  if (is_same(output, in_task)) return true;
  return json::kind_of(in_task) != json::JsonKind::string &&
         json::find_member(node_result, "output_type") == "\"json\"" && json::text_of(output) == in_task;
}

/// A result in the shape of a node's says its own errors; the record's error is that of an earlier run.
std::optional<NodeDifference> compare_error(std::string_view json, std::string_view record_text) {
  std::string compact;
  json::append_compact(compact, record_text);
  json::ObjectView node(json);
  json::ObjectView record(compact);
  const std::string_view result = record.find({"result"});
  if (schemas::is_node_result(result) && is_same(node.find({"result"}), result)) return std::nullopt;
  const std::string_view in_node = json::first_error(node);
  const std::string_view in_task = record.find({"error"});
  if (json::is_nothing(in_task) ? json::is_nothing(in_node) || !says_there_is_none(record, "error")
                                : is_same(in_node, in_task))
    return std::nullopt;
  return NodeDifference{{"result", "errors"}, std::string(in_node), std::string(in_task)};
}

}  // namespace

bool says_there_is_none(json::ObjectView& record, std::string_view name) {
  const std::string_view state = record.find({"state"});
  if (name == "completedAt" && (state == "\"queued\"" || state == "\"running\"")) return true;
  return record.find({"metadata", records::k_withdrawn}).find(name) != std::string_view::npos;
}

NodeIdentity identity_of_node(std::string_view json) {
  json::ObjectView node(json);
  return {json::text_of(node.find({"node_id"})), json::text_of(node.find({"parent_id"}))};
}

std::string record_of_node(std::string_view json, const NodePlace& place) {
  json::ObjectView node(json);
  json::ObjectText record;
  record.add_or_null("prompt", node.find({"prompt"}));
  record.add("agent", "null");
  record.add("priority", "0");
  record.add("state", state_of_status(node.find({"status"})));
  record.add_or_null("createdAt", node.find({"timestamps", "created_at"}));
  record.add_or_null("startedAt", node.find({"timestamps", "started_at"}));
  record.add_or_null("completedAt", node.find({"timestamps", "completed_at"}));
  record.add("pid", "null");
  record.add_or_null("result", node.find({"result", "output"}));
  record.add_or_null("error", json::first_error(node));
  record.add("output", "\"\"");
  record.add("metadata", metadata_of(node, place));
  return record.finish();
}

std::vector<NodeDifference> compare_members(std::string_view json, std::string_view record_text) {
  std::string compact;
  json::append_compact(compact, record_text);
  json::ObjectView node(json);
  json::ObjectView record(compact);
  std::vector<NodeDifference> differences;
  const std::string_view result = record.find({"result"});
  const bool has_node_result =
      schemas::is_node_result(result) && !is_same(node.find({"result", "output"}), result);
  for (const SharedMember& member : shared_members()) {
    if (has_node_result && member.node.front() == "result") {
      if (const std::string_view in_node = node.find({"result"}); !is_same(in_node, result))
        differences.push_back({{"result"}, std::string(in_node), std::string(result)});
      continue;
    }
    const std::string_view in_node = node.find(member.node);
    const bool is_status = member.node.front() == "status";
    std::string patched;
    std::string_view in_task = record.find(member.record);
    if (member.extent == Extent::patch && in_task.starts_with('{')) {
      patched = merge_patch(in_node, in_task);
      in_task = patched;
    }
    if (json::is_nothing(in_task)) {
      const bool says_none = (member.null == Null::says_none && in_task == "null") ||
                             says_there_is_none(record, member.record.back());
      if (!says_none || json::is_nothing(in_node)) continue;
      in_task = {};
    } else if (member.record.front() == "result" ? is_output_of(node.find({"result"}), in_task)
               : is_status                       ? is_same_status(in_node, in_task)
                                                 : is_same(in_node, in_task)) {
      continue;
    }
    if (is_status) in_task = status_of_state(in_task);
    differences.push_back({member.node, std::string(in_node), std::string(in_task)});
  }
  return differences;
}

std::vector<NodeDifference> compare_node(std::string_view json, std::string_view record_text) {
  std::vector<NodeDifference> differences = compare_members(json, record_text);
  if (auto error = compare_error(json, record_text)) differences.push_back(*std::move(error));
  return differences;
}

std::string digest_of_record(std::string_view record_text) {
  std::string compact;
  json::append_compact(compact, record_text);
  json::ObjectView record(compact);
  std::string said;
  for (const SharedMember& member : shared_members()) said.append(record.find(member.record)).append("\n");
  said.append(record.find({"error"}));
  said.append(record.find({"metadata", records::k_withdrawn}));
  const util::Digest128 digest = util::digest128(said);
  return {digest.begin(), digest.end()};
}

std::string pointer_of(const NodeDifference& difference) {
  std::string pointer;
  for (const std::string_view name : difference.path) pointer.append("/").append(name);
  return pointer;
}

}  // namespace rlmdb::tree_documents
