// SPDX-License-Identifier: MIT
#include <array>
#include <utility>

#include "format/json_writer.hpp"
#include "format/state_tint.hpp"
#include "trees/print_trees.hpp"
#include "trees/tree_rows.hpp"

namespace rlmdb::cli {
namespace {

void add_tree(JsonObject& object, const Tree& tree, const TreeLook& look) {
  std::vector<const TreeNode*> drawn;
  for (const TreeNode& node : tree.nodes) {
    if (node.depth <= look.depth.value_or(node.depth)) {
      drawn.push_back(&node);
    }
  }
  object.add_array("nodes", drawn, [](std::string& json, const TreeNode* node) { node_rows()(json, *node); });
  object.add_array("findings", tree.findings, finding_rows());
}

void append_counts(std::string& json, const TreePlan& plan) {
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
  JsonObject object(json);
  for (std::size_t index = 0; index < k_states.size(); ++index) {
    object.add(k_states[index].first, counts[index]);
  }
  object.close();
}

void append_planned(std::string& json, const NodePlan& node) {
  JsonObject object(json);
  object.add_or_null("task_id", node.task_id)
      .add_or_null("node_id", node.node_id)
      .add_or_null("parent_id", node.parent_id)
      .add("depth", node.depth)
      .add_or_null("state", node.state)
      .add("decision", to_text(node.decision))
      .add("reason", node.reason)
      .add_or_null("checkpoint_id", node.checkpoint_id)
      .add_strings("blocked_by", node.blocked_by);
  if (node.is_inner && node.decision != Decision::skip) {
    object.add("redecompose", false);
  }
  object.close();
}

/// Shape first, then what keeps its nodes from being claimed.
std::vector<TreeFinding> all_findings(const TreePlan& plan) {
  std::vector<TreeFinding> findings = plan.findings;
  if (plan.spent_budget.has_value()) {
    findings.push_back(*plan.spent_budget);
  }
  return findings;
}

void append_plan(std::string& json, const TreePlan& plan) {
  JsonObject object(json);
  object.add("tree_id", plan.tree_id.text).add_or_null("root", plan.root).add("total", plan.total);
  append_counts(object.member("counts"), plan);
  object.add("done", plan.done)
      .add("pending", plan.pending)
      .add_array("nodes", plan.nodes, append_planned)
      .add_strings("merge_ready", plan.merge_ready);
  object.add_array("findings", all_findings(plan), finding_rows()).close();
}

}  // namespace

std::string json_progress(const TreeProgress& progress) {
  std::string json;
  progress_rows()(json, progress);
  return json;
}

std::string json_progress_of_trees(const std::vector<TreeProgress>& trees) {
  std::string json;
  JsonObject(json).add_array("trees", trees, progress_rows()).close();
  return json;
}

std::string json_status(const TreeStatus& status, const Tree* tree, const TreeLook& look) {
  std::string json;
  JsonObject object(json);
  progress_rows()
      .add_to(object, status.progress)
      .add("total_cost_usd", status.total_cost_usd)
      .add_array("active", status.active, active_rows());
  if (tree != nullptr) {
    add_tree(object, *tree, look);
  }
  object.close();
  return json;
}

std::string json_statuses(const std::vector<std::string>& statuses) {
  std::string json;
  JsonObject(json)
      .add_array("trees", statuses, [](std::string& text, const std::string& status) { text += status; })
      .close();
  return json;
}

std::string json_trees(const std::vector<TreeSummary>& trees) {
  return tree_rows().json("trees", trees);
}

std::string json_tree(const Tree& tree, const TreeLook& look) {
  std::string json;
  JsonObject object(json);
  object.add("tree_id", tree.id.text);
  add_tree(object, tree, look);
  object.close();
  return json;
}

std::string json_recovery(const RecoveryReport& report) {
  std::string json;
  JsonObject(json)
      .add_array("trees", report.trees, append_plan)
      .add_array("tasks", report.tasks, append_planned)
      .add("applied", report.applied)
      .add("changed", static_cast<std::int64_t>(report.changed))
      .close();
  return json;
}

}  // namespace rlmdb::cli
