// SPDX-License-Identifier: MIT
#include "recovery/recovery_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "checkpoints/set_back.hpp"
#include "records/task_head.hpp"
#include "recovery/recovery_rules.hpp"
#include "recovery/unfinished_trees.hpp"
#include "rlmdb/error.hpp"
#include "tasks/backoff_rules.hpp"
#include "trees/liveness.hpp"
#include "trees/tree_load.hpp"
#include "trees/tree_rows.hpp"
#include "trees/tree_settings.hpp"
#include "util/clock.hpp"
#include "util/digest128.hpp"

namespace rlmdb::recovery {

namespace {

/// Numbers and texts one after the other, each told apart from its neighbour and from nothing.
class RowText {
 public:
  RowText& add(std::string_view text) {
    m_text += fmt::format("{}:{}", text.size(), text);
    return *this;
  }
  RowText& add(std::int64_t number) { return add(std::to_string(number)); }
  template <class Value>
  RowText& add(const std::optional<Value>& value) {
    if (value) return add(*value);
    m_text += '-';
    return *this;
  }
  [[nodiscard]] std::string digest() const { return util::to_hex(util::digest128(m_text)); }

 private:
  std::string m_text;
};

std::string owner_text(const trees::NodeRow& row) {
  std::string text;
  const auto add = [&](std::string_view name, const std::string& value) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
  };
  if (row.pid) add("pid", std::to_string(*row.pid));
  if (!row.claim) return text;
  add("claimed by", row.claim->by.owner.value_or("somebody"));
  if (row.token) add("token", std::to_string(*row.token));
  if (row.claim->lease_expires_at) add("lease until", *row.claim->lease_expires_at);
  return text;
}

RowStamp stamp_of(const trees::NodeRow& row) {
  RowText text;
  text.add(row.id).add(row.task_id).add(row.node_id).add(row.parent_ref).add(row.depth).add(row.strategy);
  text.add(row.position).add(std::int64_t{row.parent_in_other_tree}).add(row.state_text).add(row.version);
  const records::StoredClaim claim = row.claim.value_or(records::StoredClaim{});
  text.add(row.pid).add(row.token).add(claim.by.owner).add(claim.by.host).add(claim.by.boot_id);
  text.add(claim.by.pid).add(claim.by.start_ticks).add(claim.by.pid_namespace).add(claim.lease_expires_at);
  text.add(row.not_before ? std::optional(row.not_before->time) : std::nullopt);
  text.add(row.checkpoint.id).add(row.checkpoint.name).add(row.attempts).add(row.max_attempts);
  if (row.state == TaskState::running) text.add(row.started_at_ms);
  for (const trees::Blocker& dependency : row.unfinished_dependencies) {
    text.add(dependency.id);
    if (dependency.id == 0) text.add(dependency.name);
  }
  return {row.version, owner_text(row), text.digest()};
}

void judge_owner(trees::NodeRow& row, const util::Machine& machine, Force force) {
  trees::judge_owner(row, machine);
  if (row.owner == trees::Owner::claimed && force == Force::yes) row.owner = trees::Owner::dead;
}

/// In the order of `nodes`, whose rows are `order`.
std::vector<NodeStart> starts_of(const std::vector<NodePlan>& nodes, const std::vector<std::size_t>& order,
                                 const std::vector<trees::NodeRow>& rows) {
  std::map<std::string, std::int64_t> newest_below;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    std::int64_t& newest = newest_below[id_text(nodes[i].parent_id)];
    newest =
        std::max(newest, rows[order[i]].created_at_ms.value_or(std::numeric_limits<std::int64_t>::max()));
  }
  std::vector<NodeStart> starts;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const trees::NodeRow& row = rows[order[i]];
    const auto below = newest_below.find(name_of(row));
    starts.push_back({!row.checkpoint.id.empty() && row.checkpoint.is_held,
                      nodes[i].is_inner && below != newest_below.end() ? below->second : 0});
  }
  return starts;
}

PlannedTree plan_tree(const TreeId& id, std::vector<trees::NodeRow>& rows, const util::Machine& machine,
                      PlanOptions options) {
  PlannedTree tree;
  if (options.attempts == Attempts::unlimited)
    for (trees::NodeRow& row : rows) row.max_attempts = 0;
  std::vector<RowStamp> taken;
  if (options.stamps == Stamps::taken)
    std::transform(rows.begin(), rows.end(), std::back_inserter(taken), stamp_of);
  const std::string now = util::utc_now_text();
  for (trees::NodeRow& row : rows) {
    judge_owner(row, machine, options.force);
    if (row.not_before && !tasks::lies_ahead(*row.not_before, now)) row.not_before.reset();
    if (trees::is_finished(row)) continue;
    if (row.owner == trees::Owner::dead) ++tree.crashed;
    if (row.state == TaskState::failed) ++tree.failed;
    tree.priority = std::max(tree.priority, row.priority.value_or(0));
    tree.oldest_ms = std::min(tree.oldest_ms, row.created_at_ms.value_or(tree.oldest_ms));
  }
  RecoveryOrder order = plan_recovery(id, rows);
  tree.plan = std::move(order.plan);
  tree.starts = starts_of(tree.plan.nodes, order.rows, rows);
  for (const std::size_t i : order.rows) {
    tree.ids.push_back(rows[i].id);
    if (options.stamps == Stamps::taken) tree.stamps.push_back(std::move(taken[i]));
  }
  return tree;
}

void note_variables(db::Connection& connection, NodePlan& node, const NodeStart& start, std::int64_t id) {
  const checkpoints::ResumeState state =
      checkpoints::resume_state(connection, records::TaskHeads(connection).get(id), node.checkpoint_id);
  if (state.differing == 0) return;
  if (start.newest_child_ms > 0 && start.newest_child_ms > state.taken_at_ms.value_or(0)) {
    node.reason += "; its variables stay, its children are younger than checkpoint " + node.checkpoint_id;
    return;
  }
  node.variables_back = state.differing;
  node.reason += fmt::format("; {} {} back to checkpoint {}", state.differing,
                             state.differing == 1 ? "variable goes" : "variables go", node.checkpoint_id);
}

/// What goes back with the nodes that are queued again.
void note_variables(db::Connection& connection, PlannedTree& tree) {
  for (std::size_t i = 0; i < tree.ids.size(); ++i) {
    NodePlan& node = tree.plan.nodes[i];
    if (!tree.starts[i].is_held || (node.decision != Decision::resume && node.decision != Decision::retry))
      continue;
    try {
      note_variables(connection, node, tree.starts[i], tree.ids[i]);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::busy || error.code() == ErrorCode::io) throw;
      node.reason += fmt::format("; its variables stay: {}", error.what());
      tree.plan.findings.push_back(
          {node.task_id.value_or(TaskId{node.node_id}), "checkpoint_unusable",
           fmt::format("cannot start from checkpoint {}, its variables stay as they are: {}",
                       node.checkpoint_id, error.what())});
    }
  }
}

/// States are recovered whatever they cost; that nobody will claim them has to be said.
void note_spent_budget(db::Connection& connection, PlannedTree& tree) {
  if (tree.plan.pending > 0) tree.plan.spent_budget = trees::find_spent_budget(connection, tree.plan.tree_id);
}

bool is_more_urgent(const PlannedTree& a, const PlannedTree& b) {
  if (a.crashed != b.crashed) return a.crashed > b.crashed;
  if (a.failed != b.failed) return a.failed > b.failed;
  if (a.priority != b.priority) return a.priority > b.priority;
  return a.oldest_ms < b.oldest_ms;
}

/// The connection is free again on return.
void plan_unfinished(db::Connection& connection, const util::Machine& machine, PlanOptions options,
                     std::vector<PlannedTree>& planned) {
  UnfinishedTrees trees(connection);
  while (std::optional<UnfinishedTree> tree = trees.next()) {
    planned.push_back(plan_tree(TreeId{std::move(tree->id)}, tree->rows, machine, options));
  }
}

}  // namespace

std::vector<PlannedTree> plan_trees(db::Connection& connection, const std::optional<TreeId>& only,
                                    PlanOptions options) {
  const util::Machine machine = util::Machine::here();
  std::vector<PlannedTree> planned;
  if (only) {
    std::vector<trees::NodeRow> rows = trees::load_tree_rows(connection, *only);
    trees::TreeRows trees(connection);
    complete_rows(trees, rows);
    planned.push_back(plan_tree(*only, rows, machine, options));
    note_variables(connection, planned.back());
    note_spent_budget(connection, planned.back());
    return planned;
  }
  plan_unfinished(connection, machine, options, planned);
  for (PlannedTree& tree : planned) {
    note_variables(connection, tree);
    note_spent_budget(connection, tree);
  }
  std::stable_sort(planned.begin(), planned.end(), is_more_urgent);
  if (PlannedTree outside = plan_outside(connection, options); !outside.ids.empty())
    planned.push_back(std::move(outside));
  return planned;
}

PlannedTree plan_outside(db::Connection& connection, PlanOptions options) {
  trees::TreeRows trees(connection);
  std::vector<trees::NodeRow> rows = trees.load_running_outside();
  complete_rows(trees, rows);
  PlannedTree planned = plan_tree(TreeId{}, rows, util::Machine::here(), options);
  planned.is_outside = true;
  note_variables(connection, planned);
  return planned;
}

PlannedTree plan_again(db::Connection& connection, const TreeId& tree, PlanOptions options) {
  trees::TreeRows trees(connection);
  std::vector<trees::NodeRow> rows = trees.load(tree.text);
  trees.find_foreign_parents(rows);
  complete_rows(trees, rows);
  PlannedTree planned = plan_tree(tree, rows, util::Machine::here(), options);
  note_variables(connection, planned);
  note_spent_budget(connection, planned);
  return planned;
}

}  // namespace rlmdb::recovery
