// SPDX-License-Identifier: MIT
// 1. Read the trees and judge which running nodes still have their process.
// 2. Plan each tree (model/recovery).
// 3. Apply inside the transaction that read: what was planned is what is changed.
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "db/checkpoint.hpp"
#include "db/transaction.hpp"
#include "jobs/liveness.hpp"
#include "jobs/tree_load.hpp"
#include "jobs/unfinished_trees.hpp"
#include "model/recovery.hpp"
#include "rlmdb/recover.hpp"
#include "store/connections.hpp"
#include "store/event_rows.hpp"
#include "store/task_head.hpp"
#include "store/task_rows.hpp"
#include "util/clock.hpp"

namespace rlmdb {

namespace {

/// A planned tree and what it takes to apply and to sort it.
struct PlannedTree {
  TreePlan plan;
  std::vector<std::int64_t> ids;  ///< tasks.id of plan.nodes
  std::int64_t crashed = 0;
  std::int64_t failed = 0;
  double priority = std::numeric_limits<double>::lowest();  ///< highest of what is left to do
  std::int64_t oldest_ms = std::numeric_limits<std::int64_t>::max();
};

PlannedTree plan_tree(const TreeId& id, std::vector<model::NodeRow>& rows, const jobs::Machine& machine) {
  PlannedTree tree;
  for (model::NodeRow& row : rows) {
    row.owner = jobs::owner_of(row, machine);
    if (model::is_finished(row)) continue;
    if (row.owner == model::Owner::dead) ++tree.crashed;
    if (row.state == TaskState::failed) ++tree.failed;
    tree.priority = std::max(tree.priority, row.priority.value_or(0));
    tree.oldest_ms = std::min(tree.oldest_ms, row.created_at_ms.value_or(tree.oldest_ms));
  }
  model::RecoveryOrder order = model::plan_recovery(id, rows);
  tree.plan = std::move(order.plan);
  for (const std::size_t i : order.rows) tree.ids.push_back(rows[i].id);
  return tree;
}

bool is_more_urgent(const PlannedTree& a, const PlannedTree& b) {
  if (a.crashed != b.crashed) return a.crashed > b.crashed;
  if (a.failed != b.failed) return a.failed > b.failed;
  if (a.priority != b.priority) return a.priority > b.priority;
  return a.oldest_ms < b.oldest_ms;
}

std::vector<PlannedTree> plan_trees(db::Connection& connection, const std::optional<TreeId>& only) {
  const jobs::Machine machine = jobs::Machine::here();
  std::vector<PlannedTree> planned;
  if (only) {
    std::vector<model::NodeRow> rows = jobs::load_tree_rows(connection, *only);
    store::TreeRows trees(connection);
    jobs::find_checkpoints(trees, rows);
    planned.push_back(plan_tree(*only, rows, machine));
    return planned;
  }
  jobs::UnfinishedTrees trees(connection);
  while (std::optional<jobs::UnfinishedTree> tree = trees.next()) {
    planned.push_back(plan_tree(TreeId{std::move(tree->id)}, tree->rows, machine));
  }
  std::stable_sort(planned.begin(), planned.end(), is_more_urgent);
  return planned;
}

std::int64_t write_event(store::EventRows& events, const TreeId& tree, const NodePlan& node,
                         std::int64_t task_id, std::int64_t prev_seq,
                         const std::optional<std::string>& old_pid_json) {
  const std::string at = util::utc_now_text();
  const std::string actor = "rlmdb/" + std::to_string(getpid());
  store::NewEvent event{.at = at, .actor = actor, .kind = "task:retried"};
  event.task_id = task_id;
  event.tree_id = tree.text;
  event.prev_seq = prev_seq;
  event.old_state = node.state;
  event.new_state = "queued";
  const std::int64_t seq = events.insert(event);
  events.insert_change(seq, task_id, "/state", '"' + node.state + '"');
  if (old_pid_json) events.insert_change(seq, task_id, "/pid", *old_pid_json);
  return seq;
}

std::uint64_t apply_plans(db::Connection& connection, const std::vector<PlannedTree>& planned) {
  store::TreeRows trees(connection);
  store::TaskRows tasks(connection);
  store::TaskHeads heads(connection);
  store::EventRows events(connection);
  std::uint64_t changed = 0;
  for (const PlannedTree& tree : planned) {
    for (std::size_t i = 0; i < tree.plan.nodes.size(); ++i) {
      const NodePlan& node = tree.plan.nodes[i];
      if (node.decision != Decision::resume && node.decision != Decision::retry) continue;
      const std::int64_t prev_seq = heads.get(tree.ids[i]).last_event_seq;
      const std::int64_t seq =
          write_event(events, tree.plan.tree_id, node, tree.ids[i], prev_seq, trees.pid_json(tree.ids[i]));
      tasks.queue_again(tree.ids[i], node.checkpoint_id, seq);
      ++changed;
    }
  }
  return changed;
}

}  // namespace

RecoveryReport recover(Store& store, const std::optional<TreeId>& tree, RecoverRun run) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  RecoveryReport report;
  std::vector<PlannedTree> planned;
  if (run == RecoverRun::dry_run) {
    const db::ReadTransaction snapshot(connection);
    planned = plan_trees(connection, tree);
  } else {
    db::WriteTransaction transaction(connection);
    planned = plan_trees(connection, tree);
    report.changed = apply_plans(connection, planned);
    if (report.changed > 0) transaction.commit();
    report.applied = true;
  }
  if (report.changed > 0) (void)db::checkpoint_if_large(connection);
  for (PlannedTree& tree_plan : planned) report.trees.push_back(std::move(tree_plan.plan));
  return report;
}

}  // namespace rlmdb
