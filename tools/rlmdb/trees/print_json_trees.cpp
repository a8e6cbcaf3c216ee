// SPDX-License-Identifier: MIT
#include <array>
#include <utility>

#include "format/json_writer.hpp"
#include "format/state_look.hpp"
#include "frame/stuck_lines.hpp"
#include "trees/print_totals.hpp"
#include "trees/print_trees.hpp"
#include "trees/tree_columns.hpp"

namespace rlmdb::cli {
namespace {

void add_tree(JsonObject& object, const Tree& tree, const TreeLook& look) {
  std::vector<const TreeNode*> drawn;
  for (const TreeNode& node : tree.nodes) {
    if (node.depth <= look.depth.value_or(node.depth)) {
      drawn.push_back(&node);
    }
  }
  object.add_array("nodes", drawn, [](JsonObject& part, const TreeNode* node) { node_rows()(part, *node); });
  object.add_array("findings", tree.findings, finding_rows());
}

void add_counts(JsonObject& object, const TreePlan& plan) {
  constexpr std::array<std::pair<std::string_view, TaskState>, 6> k_states{
      {{"completed", TaskState::completed},
       {"failed", TaskState::failed},
       {"running", TaskState::running},
       {"queued", TaskState::queued},
       {"cancelled", TaskState::cancelled},
       {"other", TaskState::unknown}}};
  std::array<std::int64_t, 6> counts{};
  for (const NodePlan& node : plan.nodes) {
    const TaskState state = state_named(node.state);
    for (std::size_t index = 0; index < k_states.size(); ++index) {
      counts[index] += k_states[index].second == state ? 1 : 0;
    }
  }
  for (std::size_t index = 0; index < k_states.size(); ++index) {
    object.add(k_states[index].first, counts[index]);
  }
}

void add_planned(JsonObject& object, const NodePlan& node) {
  object.add("task_id", node.task_id)
      .add_or_null("node_id", node.node_id)
      .add("parent_id", node.parent_id)
      .add("depth", node.depth)
      .add_or_null("state", node.state)
      .add("decision", node.decision)
      .add("reason", node.reason)
      .add_or_null("checkpoint_id", node.checkpoint_id, "the one to start from")
      .add("blocked_by", node.blocked_by);
  object.add_if(node.is_inner && node.decision != Decision::skip, "redecompose", false,
                "of an inner node that goes on: its children are not made anew");
}

/// Shape first, then what keeps its nodes from being claimed.
std::vector<TreeFinding> all_findings(const TreePlan& plan) {
  std::vector<TreeFinding> findings = plan.findings;
  if (plan.spent_budget.has_value()) {
    findings.push_back(*plan.spent_budget);
  }
  return findings;
}

void add_plan(JsonObject& object, const TreePlan& plan) {
  object.add("tree_id", plan.tree_id)
      .add("root", plan.root)
      .add("total", plan.total)
      .add_object("counts", plan, add_counts, "nodes by the state that they had before")
      .add("done", plan.done, "the completed ones")
      .add("pending", plan.pending, "the queued, running and failed ones")
      .add_array("nodes", plan.nodes, add_planned)
      .add("merge_ready", plan.merge_ready, "unfinished nodes whose children are all finished")
      .add_array("findings", all_findings(plan), finding_rows(),
                 "task_id is null for budget_spent, which is of the whole tree");
}

}  // namespace

std::string json_progress(const std::vector<TreeProgress>& trees, const Stuck& stuck,
                          const StoreTotals* totals) {
  JsonObject object;
  add_together(object, totals == nullptr ? nullptr : &trees);
  object.add_array("trees", trees, progress_rows(),
                   "that of ID; without ID every unfinished one, newest first");
  add_stuck(object, stuck);
  add_totals(object, totals);
  return object.text();
}

std::string json_status(const TreeStatus& status, const Tree* tree, const TreeLook& look) {
  JsonObject object;
  progress_rows()(object, status.progress);
  object.add("total_cost_usd", status.total_cost_usd, "null where no node's cost is known")
      .add("nodes_without_cost", status.nodes_without_cost, "they have run, and nobody said what they cost")
      .add_array("active", status.active, active_rows(), "what runs");
  add_stuck(object, status.stuck);
  if (tree != nullptr) add_tree(object, *tree, look);
  return object.text();
}

Shape shape_of_status() {
  return shape_of([] { return json_status({}, nullptr, {}); });
}

Shape shape_of_drawn_status() {
  return shape_of([] {
    const Tree tree;
    return json_status({}, &tree, {});
  });
}

std::string json_statuses(const std::vector<std::string>& statuses, const std::vector<TreeProgress>& trees,
                          const StoreTotals& totals, const Stuck& stuck) {
  JsonObject object;
  add_together(object, &trees);
  if (object.is_asked()) {
    Shape any(Shape::Kind::one_of);
    any.parts = {shape_of_status(), shape_of_drawn_status()};
    object.say("trees", Shape::list_of(std::move(any)), "");
  } else {
    object.add_array("trees", statuses, [](const std::string& status) { return JsonView{status}; });
  }
  add_stuck(object, stuck);
  add_totals(object, &totals);
  return object.text();
}

std::string json_trees(const std::vector<TreeSummary>& trees) {
  return tree_rows().json("trees", trees);
}

std::string json_tree(const Tree& tree, const TreeLook& look) {
  JsonObject object;
  object.add("tree_id", tree.id);
  add_tree(object, tree, look);
  add_stuck(object, tree.stuck);
  return object.text();
}

void add_recovery(JsonObject& object, const RecoveryReport& report) {
  object.add_array("trees", report.trees, add_plan, "most urgent first")
      .add_array("tasks", report.tasks, add_planned, "the running ones outside trees")
      .add("applied", report.applied)
      .add("changed", report.changed);
}

std::string json_recovery(const RecoveryReport& report) {
  JsonObject object;
  add_recovery(object, report);
  return object.text();
}

}  // namespace rlmdb::cli
