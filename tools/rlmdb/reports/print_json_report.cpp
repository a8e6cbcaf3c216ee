// SPDX-License-Identifier: MIT
#include <vector>

#include "costs/print_tree_settings.hpp"
#include "format/json_writer.hpp"
#include "reports/print_report.hpp"
#include "reports/report_words.hpp"
#include "trees/print_trees.hpp"
#include "trees/tree_rows.hpp"

namespace rlmdb::cli {
namespace {

/// What all lists of nodes say of one.
void add_node(JsonObject& object, const TreeNode& node) {
  object.add_or_null("task_id", node.task_id)
      .add_or_null("node_id", node.node_id)
      .add_or_null("state", node.state_text)
      .add_or_null("agent", node.agent)
      .add("prompt", node.prompt);
}

void append_failure(std::string& json, const TreeReport& report, const NodeFailure& failure) {
  JsonObject object(json);
  add_node(object, report.tree.nodes[failure.node]);
  object.add_or_null("error", failure.error)
      .add("attempts", failure.attempts)
      .add("next", failure.next)
      .close();
}

void append_open(std::string& json, const TreeReport& report, const OpenNode& open) {
  JsonObject object(json);
  add_node(object, report.tree.nodes[open.node]);
  object.add("reason", open.reason).add_strings("blocked_by", open.blocked_by).close();
}

void append_level(std::string& json, const CostLine& line) {
  JsonObject(json)
      .add_literal("depth", line.key)
      .add("nodes", line.nodes)
      .add("input_tokens", line.input_tokens)
      .add("output_tokens", line.output_tokens)
      .add("cost_usd", line.cost_usd)
      .close();
}

void append_written(std::string& json, const WrittenReport& written) {
  JsonObject(json)
      .add("file", written.file)
      .add("format", written.format)
      .add("bytes", static_cast<std::int64_t>(written.bytes))
      .close();
}

void append_estimate(std::string& json, const TimeEstimate& estimate) {
  JsonObject(json)
      .add("p50_ms", estimate.p50_ms)
      .add("p90_ms", estimate.p90_ms)
      .add("parallelism", estimate.parallelism)
      .add("samples", estimate.samples)
      .add("earlier_samples", estimate.earlier_samples)
      .add_or_null("unknown_because", estimate.reason)
      .close();
}

void append_budget(std::string& json, const TreeBudget& budget) {
  JsonObject(json)
      .add("budget_usd", budget.budget_usd)
      .add("spent_usd", budget.spent_usd)
      .add("left_usd", budget.left_usd)
      .add("is_spent", budget.is_spent)
      .close();
}

/// Only what the tree has of its own.
void append_limits(std::string& json, const LimitReport& limits) {
  std::vector<LimitUse> set = limits.uses;
  std::erase_if(set, [](const LimitUse& use) { return use.is_default; });
  JsonObject(json).add("action", to_text(limits.limits.action)).add_array("set", set, limit_rows()).close();
}

}  // namespace

std::string json_report(const TreeReport& report, const std::optional<WrittenReport>& written) {
  std::string json;
  JsonObject object(json);
  object.add("tree_id", report.tree.id.text).add("made_at", report.made_at);
  std::string& place = object.member("written");
  written ? append_written(place, *written) : void(place += "null");
  object.member("progress") += json_progress(report.progress);
  append_estimate(object.member("estimate"), report.estimate);
  std::string& budget = object.member("budget");
  report.budget.budget_usd ? append_budget(budget, report.budget) : void(budget += "null");
  append_limits(object.member("limits"), report.limits);
  object.add("total_cost_usd", report.cost.total_cost_usd)
      .add("input_tokens", report.cost.input_tokens)
      .add("output_tokens", report.cost.output_tokens)
      .add("first_start_ms", report.first_ms)
      .add("last_change_ms", report.last_ms)
      .add("work_ms", report.work_ms)
      .add("failure_count", static_cast<std::int64_t>(report.failure_count))
      .add_array(
          "failures", report.failures,
          [&](std::string& text, const NodeFailure& failure) { append_failure(text, report, failure); })
      .add("open_count", static_cast<std::int64_t>(report.open_count))
      .add_array("open_nodes", report.open_nodes,
                 [&](std::string& text, const OpenNode& open) { append_open(text, report, open); })
      .add("result", report.result)
      .add_array("cost_by_depth", report.cost.lines, append_level)
      .add_array("findings", report.tree.findings, finding_rows())
      .close();
  return json;
}

}  // namespace rlmdb::cli
