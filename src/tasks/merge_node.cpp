// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "records/task_head.hpp"
#include "records/task_lookup.hpp"
#include "records/tokens.hpp"
#include "records/typed_ids.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/task.hpp"
#include "rlmdb/words.hpp"
#include "trees/merge.hpp"
#include "trees/merge_rows.hpp"
#include "trees/relation_rows.hpp"

namespace rlmdb {

namespace {

constexpr std::size_t k_most_named = 10;

bool is_finished(const trees::MergeChild& child) {
  const auto state = records::find_task_state(child.state);
  return state == TaskState::completed || state == TaskState::failed || state == TaskState::cancelled;
}

/// Their results are missing, whatever the strategy makes of the others.
std::string words_of_failed(const std::vector<MergeInput>& inputs) {
  std::size_t count = 0;
  std::string names;
  for (const MergeInput& input : inputs) {
    if (records::find_task_state(input.state) != TaskState::failed || ++count > k_most_named) continue;
    names += (names.empty() ? "" : ", ") + (input.task_id ? input.task_id->text : input.node_id);
  }
  if (count == 0) return {};
  return fmt::format("; {} failed and {} nothing: {}{}", count == 1 ? "a child" : "children",
                     count == 1 ? "gives" : "give", names, count > k_most_named ? ", …" : "");
}

const std::string& name_of(const trees::MergeChild& child) {
  return child.task_id.empty() ? child.node_id : child.task_id;
}

[[noreturn]] void refuse_unfinished(const std::string& node, const std::vector<trees::MergeChild>& children) {
  std::size_t unfinished = 0;
  std::string names;
  for (const trees::MergeChild& child : children) {
    if (is_finished(child) || ++unfinished > k_most_named) continue;
    names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", name_of(child),
                         child.state.empty() ? "no state" : child.state);
  }
  throw Error(
      ErrorCode::conflict,
      fmt::format("{} cannot merge: {} of its {} {} {} not finished", node, unfinished, children.size(),
                  children.size() == 1 ? "child" : "children", unfinished == 1 ? "is" : "are"),
      names + (unfinished > k_most_named ? ", …" : ""),
      "it can once they are completed, failed or cancelled; `rlmdb tree` shows how far they are");
}

}  // namespace

Merge merge_node(const Store& store, const std::string& node, const MergeOptions& options) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  trees::MergeRows rows(connection);
  const auto key = records::find_task(connection, node);
  if (!key) throw records::no_such_task(node);
  trees::MergeNode parent = rows.node(*key);
  const records::TaskHead head = records::TaskHeads(connection).get(parent.id);
  std::vector<trees::MergeChild> children;
  for (const std::int64_t id : trees::StoredRelations(connection, head, trees::Look::all).children())
    children.push_back(rows.child(id));
  if (children.empty())
    throw Error(ErrorCode::conflict, node + " has no children: there is nothing to merge", node,
                "children are tasks whose metadata.parent_id names it");
  if (!std::all_of(children.begin(), children.end(), is_finished)) refuse_unfinished(node, children);
  Merge merge;
  merge.task_id = records::id_or_none<TaskId>(std::move(parent.task_id));
  merge.node_id = std::move(parent.node_id);
  merge.tree_id = records::id_or_none<TreeId>(std::move(parent.tree_id));
  merge.state = std::move(parent.state);
  merge.strategy_text = options.strategy.value_or(parent.strategy);
  merge.strategy = named<MergeStrategy>(merge.strategy_text);
  for (trees::MergeChild& child : children) merge.inputs.push_back(trees::input_of(std::move(child)));
  trees::decide(merge, options);
  merge.reason += words_of_failed(merge.inputs);
  return merge;
}

}  // namespace rlmdb
