// SPDX-License-Identifier: MIT
#include <vector>

#include "costs/print_tree_settings.hpp"
#include "format/json_writer.hpp"
#include "frame/stuck_lines.hpp"
#include "progress/print_eta.hpp"
#include "reports/print_report.hpp"
#include "reports/report_words.hpp"
#include "trees/print_trees.hpp"
#include "trees/tree_columns.hpp"

namespace rlmdb::cli {
namespace {

/// What all lists of nodes say of one.
void add_node(JsonObject& object, const TreeNode& node) {
  object.add("task_id", node.task_id)
      .add_or_null("node_id", node.node_id)
      .add_or_null("state", node.state_text)
      .add_or_null("agent", node.agent)
      .add("prompt", node.prompt);
}

void add_level(JsonObject& object, const CostLine& line) {
  object.add("depth", JsonView{line.key})
      .add("nodes", line.nodes)
      .add("input_tokens", line.input_tokens)
      .add("output_tokens", line.output_tokens)
      .add("cost_usd", line.cost_usd)
      .add("nodes_without_cost", line.nodes_without_cost);
}

void add_written(JsonObject& object, const WrittenReport& written) {
  object.add("file", written.file).add("format", written.format).add("bytes", written.bytes);
}

void add_budget(JsonObject& object, const TreeBudget& budget) {
  object.add("budget_usd", budget.budget_usd)
      .add("spent_usd", budget.spent_usd)
      .add("left_usd", budget.left_usd)
      .add("is_spent", budget.is_spent)
      .add("nodes_without_cost", budget.nodes_without_cost);
}

/// Only what the tree has of its own.
void add_limits(JsonObject& object, const LimitReport& limits) {
  std::vector<LimitUse> set = limits.uses;
  std::erase_if(set, [](const LimitUse& use) { return use.source != LimitSource::tree; });
  object.add("action", limits.limits.action)
      .add_array("set", set, limit_rows(), "those that the tree has of its own");
}

}  // namespace

std::string json_report(const TreeReport& report, const std::optional<WrittenReport>& written) {
  // Asked what it prints, it has no nodes.
  static const TreeNode k_none;
  const auto node_of = [&nodes = report.tree.nodes](std::size_t place) -> const TreeNode& {
    return nodes.empty() ? k_none : nodes[place];
  };
  const auto add_failure = [&](JsonObject& object, const NodeFailure& failure) {
    add_node(object, node_of(failure.node));
    object.add_or_null("error", failure.error).add("attempts", failure.attempts).add("next", failure.next);
  };
  const auto add_open = [&](JsonObject& object, const OpenNode& open) {
    add_node(object, node_of(open.node));
    object.add("reason", open.reason).add("blocked_by", open.blocked_by);
  };
  const auto budget = report.budget.budget_usd ? std::optional(report.budget) : std::nullopt;
  JsonObject object;
  object.add("tree_id", report.tree.id)
      .add("made_at", report.made_at)
      .add_object("written", written, add_written)
      .add_object("progress", report.progress, progress_rows())
      .add_object("estimate", report.estimate, add_estimate, "that of eta")
      .add_object("budget", budget, add_budget, "null without one")
      .add_object("limits", report.limits, add_limits)
      .add("total_cost_usd", report.cost.total_cost_usd)
      .add("input_tokens", report.cost.input_tokens)
      .add("output_tokens", report.cost.output_tokens)
      .add("nodes_without_cost", report.cost.nodes_without_cost)
      .add("first_start_ms", report.first_ms, "since 1970 UTC, as last_change_ms")
      .add("last_change_ms", report.last_ms)
      .add("work_ms", report.work_ms)
      .add("failure_count", report.failure_count)
      .add_array("failures", report.failures, add_failure, "the first ones; failure_count tells of all")
      .add("open_count", report.open_count)
      .add_array("open_nodes", report.open_nodes, add_open, "the first ones; open_count tells of all")
      .add("result", report.result)
      .add_array("cost_by_depth", report.cost.lines, add_level)
      .add_array("findings", report.tree.findings, finding_rows());
  add_stuck(object, report.tree.stuck);
  return object.text();
}

}  // namespace rlmdb::cli
