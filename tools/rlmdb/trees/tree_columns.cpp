// SPDX-License-Identifier: MIT
#include "trees/tree_columns.hpp"

#include <fmt/format.h>

#include <cmath>

#include "format/claim_text.hpp"
#include "format/state_look.hpp"
#include "format/units_text.hpp"
#include "trees/print_trees.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_room_for_prompt = 24;

TableCell done_cell(const TreeProgress& progress) {
  return {fmt::format("{}/{}", progress.completed, progress.total), tint_of(TaskState::completed)};
}

TableCell percent_cell(const TreeProgress& progress) {
  return {percent_text(progress.percentage)};
}

/// How many nodes are in `state`, dim for none.
auto count_cell(std::int64_t TreeProgress::*count, TaskState state) {
  return [count, state](const TreeProgress& progress) {
    return TableCell{std::to_string(progress.*count), progress.*count > 0 ? tint_of(state) : Tint::dim};
  };
}

std::vector<Column<TreeProgress>> progress_columns() {
  return {
      {"tree_id",
       &TreeProgress::tree_id,
       {"TREE", 13},
       [](const TreeProgress& progress) { return TableCell{tree_name(progress.tree_id)}; }},
      {"total", &TreeProgress::total},
      {"completed", &TreeProgress::completed, {"DONE"}, done_cell},
      {"failed", &TreeProgress::failed, {"FAIL"}, count_cell(&TreeProgress::failed, TaskState::failed)},
      {"running", &TreeProgress::running, {"RUN"}, count_cell(&TreeProgress::running, TaskState::running)},
      {"queued", &TreeProgress::queued, {"QUEUE"}, count_cell(&TreeProgress::queued, TaskState::queued)},
      {"cancelled", &TreeProgress::cancelled},
      {"percentage", &TreeProgress::percentage, {}, percent_cell},
      {"avg_duration_ms",
       about("of completed tasks; null where there is none", &TreeProgress::avg_duration_ms)},
      {"remaining_tasks", &TreeProgress::remaining_tasks},
      {"eta_ms", about(k_eta_meaning, &TreeProgress::eta_ms)},
      {"eta_human",
       about("unknown where eta_ms is null", &TreeProgress::eta_human),
       {"ETA", 8, 0, Align::right},
       [](const TreeProgress& progress) { return TableCell{eta_text(progress)}; }},
      {"process_gone", about("running tasks that nobody works on any more", &TreeProgress::process_gone)},
      {"stuck",
       about("queued tasks that cannot go on before somebody does something", &TreeProgress::stuck)}};
}

}  // namespace

std::string percent_text(const std::optional<double>& percentage) {
  return percentage.has_value() ? fmt::format("{:.0f}%", std::round(*percentage)) : "unknown";
}

std::string eta_text(const TreeProgress& progress) {
  const bool is_estimate = progress.eta_ms.has_value() && progress.remaining_tasks > 0;
  return (is_estimate ? "~" : "") + progress.eta_human;
}

const Rows<TreeProgress>& progress_rows() {
  static const Rows<TreeProgress> k_rows(
      progress_columns(), {},
      {.screen = "tree_id completed percentage running queued failed eta_human", .lines = k_every_column});
  return k_rows;
}

const Rows<TreeSummary>& tree_rows() {
  static const Rows<TreeSummary> k_rows = [] {
    std::vector<Column<TreeSummary>> columns =
        columns_of<TreeSummary>(&TreeSummary::progress, progress_columns());
    columns.push_back(
        {"total_cost_usd", as_money(&TreeSummary::total_cost_usd), {"COST"}, [](const TreeSummary& tree) {
           return TableCell{known_usd_text(tree.total_cost_usd, tree.nodes_without_cost)};
         }});
    columns.push_back({"root_prompt", &TreeSummary::root_prompt, {"PROMPT", 8, k_room_for_prompt}});
    columns.push_back(
        {"execution_mode", about("what its root was given here, else what its newest tree.json says",
                                 &TreeSummary::execution_mode)});
    columns.push_back({"session_id", &TreeSummary::session_id});
    columns.push_back({"nodes_without_cost", about("they have run, and nobody said what they cost",
                                                   &TreeSummary::nodes_without_cost)});
    return Rows<TreeSummary>(
        columns, {},
        {.screen = "tree_id completed percentage running queued failed eta_human total_cost_usd root_prompt",
         .lines = "tree_id total completed failed running queued cancelled percentage avg_duration_ms "
                  "remaining_tasks eta_ms eta_human total_cost_usd root_prompt process_gone execution_mode "
                  "session_id stuck",
         .gives_way = "queued running failed total_cost_usd eta_human"});
  }();
  return k_rows;
}

const Rows<ActiveTask>& active_rows() {
  static const Rows<ActiveTask> k_rows(
      {{"task_id", [](const ActiveTask& task) { return id_text(task.task_id); }},
       {"prompt", &ActiveTask::prompt},
       {"agent", unless_empty(&ActiveTask::agent)},
       {"started_at", &ActiveTask::started_at},
       {"process_gone", &ActiveTask::is_process_gone},
       {"claimed_by", claimed_by<ActiveTask>},
       {"claimed_until", claimed_until<ActiveTask>}});
  return k_rows;
}

const Rows<TreeNode>& node_rows() {
  static const Rows<TreeNode> k_rows(
      {{"task_id", &TreeNode::task_id},
       {"node_id", unless_empty(&TreeNode::node_id)},
       {"parent_id", &TreeNode::parent_id},
       {"depth", about("its place in the drawing", &TreeNode::depth)},
       {"stored_depth", about("what the source says", &TreeNode::stored_depth)},
       {"state", unless_empty(&TreeNode::state_text)},
       {"agent", unless_empty(&TreeNode::agent)},
       {"prompt", &TreeNode::prompt},
       {"cost_usd", as_money(&TreeNode::cost_usd)},
       {"subtree_cost_usd", about("of the node and all below it; null where none is known",
                                  as_money(&TreeNode::subtree_cost_usd))},
       {"subtree_nodes_without_cost", about("of these, they have run and nobody said what they cost",
                                            &TreeNode::subtree_nodes_without_cost)},
       {"duration_ms", &TreeNode::duration_ms},
       {"children", &TreeNode::children},
       {"process_gone", &TreeNode::is_process_gone},
       {"stuck", about("it cannot go on before somebody does something", &TreeNode::is_stuck)},
       {"claimed_by", claimed_by<TreeNode>},
       {"claimed_until", claimed_until<TreeNode>}});
  return k_rows;
}

const Rows<TreeFinding>& finding_rows() {
  static const Rows<TreeFinding> k_rows({{"task_id", &TreeFinding::task_id},
                                         {"code", word_of<k_tree_findings>(&TreeFinding::code)},
                                         {"message", &TreeFinding::message}});
  return k_rows;
}

}  // namespace rlmdb::cli
