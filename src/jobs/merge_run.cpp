// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "db/transaction.hpp"
#include "legacy/json_members.hpp"
#include "legacy/json_string.hpp"
#include "model/merge.hpp"
#include "model/tokens.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/task.hpp"
#include "store/connections.hpp"
#include "store/merge_rows.hpp"
#include "store/relation_rows.hpp"
#include "store/task_head.hpp"
#include "store/task_lookup.hpp"

namespace rlmdb {

namespace {

constexpr std::size_t k_most_named = 10;

bool is_finished(const store::MergeChild& child) {
  const auto state = model::find_task_state(child.state);
  return state == TaskState::completed || state == TaskState::cancelled;
}

const std::string& name_of(const store::MergeChild& child) {
  return child.task_id.empty() ? child.node_id : child.task_id;
}

[[noreturn]] void refuse_unfinished(const std::string& node, const std::vector<store::MergeChild>& children) {
  std::size_t unfinished = 0;
  std::string names;
  for (const store::MergeChild& child : children) {
    if (is_finished(child) || ++unfinished > k_most_named) continue;
    names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", name_of(child),
                         child.state.empty() ? "no state" : child.state);
  }
  throw Error(
      ErrorCode::conflict,
      fmt::format("{} cannot merge: {} of its {} {} {} not finished", node, unfinished, children.size(),
                  children.size() == 1 ? "child" : "children", unfinished == 1 ? "is" : "are"),
      names + (unfinished > k_most_named ? ", …" : ""),
      "it can once they are completed or cancelled; `rlmdb tree` shows how far they are");
}

std::optional<double> confidence_of(std::string_view raw) {
  double value = 0;
  const auto [end, error] = std::from_chars(raw.data(), raw.data() + raw.size(), value);
  const bool is_number = error == std::errc() && end == raw.data() + raw.size();
  return is_number && value >= 0 && value <= 1 ? std::optional(value) : std::nullopt;
}

/// A TaskResult of the schema has a `status` of these and a text as `output`.
bool is_status(std::string_view raw) {
  return raw == R"("success")" || raw == R"("partial")" || raw == R"("failed")" || raw == R"("cancelled")";
}

/// Fills in text and confidence from the JSON text of a result.
void take_json(const std::string& json, MergeInput& input) {
  const legacy::JsonKind kind = legacy::kind_of(json);
  if (kind == legacy::JsonKind::null) return;
  if (kind == legacy::JsonKind::string) {
    (void)legacy::decode_string(json, input.text.emplace());
    return;
  }
  input.text = json;
  if (kind != legacy::JsonKind::object) return;
  std::vector<legacy::Member> members;
  legacy::split_members(json, members);
  const legacy::Member* output = nullptr;
  const legacy::Member* confidence = nullptr;
  bool has_status = false;
  for (const legacy::Member& member : members) {
    if (member.raw_name == R"("status")") has_status = is_status(member.raw_value);
    if (member.raw_name == R"("output")") output = &member;
    if (member.raw_name == R"("confidence")") confidence = &member;
  }
  if (!has_status || output == nullptr || output->kind != legacy::JsonKind::string) return;
  std::string text;
  (void)legacy::decode_string(output->raw_value, text);
  if (confidence != nullptr) input.confidence = confidence_of(confidence->raw_value);
  input.text = std::move(text);
}

MergeInput input_of(store::MergeChild child) {
  MergeInput input{std::move(child.task_id), std::move(child.node_id), std::move(child.state), {}, {}};
  if (model::find_task_state(input.state) != TaskState::completed) return input;
  if (child.result && child.is_json) take_json(*child.result, input);
  if (child.result && !child.is_json) input.text = *std::move(child.result);
  if (child.confidence) input.confidence = child.confidence;
  return input;
}

}  // namespace

Merge merge_node(const Store& store, const std::string& node, const MergeOptions& options) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  store::MergeRows rows(connection);
  const auto key = store::find_task(connection, node);
  if (!key) throw store::no_such_task(node);
  store::MergeNode parent = rows.node(*key);
  const store::TaskHead head = store::TaskHeads(connection).get(parent.id);
  std::vector<store::MergeChild> children;
  for (const std::int64_t id : store::StoredRelations(connection, head, store::Look::all).children())
    children.push_back(rows.child(id));
  if (children.empty())
    throw Error(ErrorCode::conflict, node + " has no children: there is nothing to merge", node,
                "children are tasks whose metadata.parent_id names it");
  if (!std::all_of(children.begin(), children.end(), is_finished)) refuse_unfinished(node, children);
  Merge merge;
  merge.task_id = std::move(parent.task_id);
  merge.node_id = std::move(parent.node_id);
  merge.tree_id = std::move(parent.tree_id);
  merge.state = std::move(parent.state);
  merge.strategy_text = options.strategy.value_or(parent.strategy);
  merge.strategy = model::merge_strategy_named(merge.strategy_text);
  for (store::MergeChild& child : children) merge.inputs.push_back(input_of(std::move(child)));
  model::decide(merge, options.separator);
  return merge;
}

}  // namespace rlmdb
