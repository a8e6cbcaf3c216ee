// SPDX-License-Identifier: MIT
#include <algorithm>

#include "format/state_tint.hpp"
#include "tasks/print_ready.hpp"
#include "tasks/print_tasks.hpp"
#include "terminal/fitted_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

std::vector<TableCell> list_row(const TaskSummary& task) {
  return {{task.id.text},        {task.state_text, tint_of(task.state)}, {task.agent.value_or("")},
          {priority_text(task)}, {task.created_at.value_or("")},         {task.tree_id.value_or("")},
          {task.prompt}};
}

// Places in a list_row, and behind it in a row with its reason.
constexpr std::size_t k_state = 1;
constexpr std::size_t k_agent = 2;
constexpr std::size_t k_priority = 3;
constexpr std::size_t k_created = 4;
constexpr std::size_t k_tree = 5;
constexpr std::size_t k_prompt = 6;

std::vector<FittedColumn> list_columns() {
  constexpr std::size_t k_room_for_prompt = 24;
  return {{{"ID", Align::left, 16}},      {{"STATE", Align::left, 9}},    {{"AGENT"}},
          {{"PRIO", Align::right, 4}},    {{"CREATED", Align::left, 16}}, {{"TREE", Align::left, 13}},
          {{"PROMPT"}, k_room_for_prompt}};
}

std::string list_table(const std::vector<TaskSummary>& tasks, const Terminal& terminal) {
  std::vector<std::vector<TableCell>> rows;
  for (const TaskSummary& task : tasks) {
    rows.push_back(list_row(task));
    rows.back()[k_created].text = minute_of(rows.back()[k_created].text);
    if (task.is_process_gone) {
      rows.back()[k_state] = {"running, gone", Tint::red};
    }
  }
  // The order tells the time.
  return fitted_table(list_columns(), rows, {k_created, k_priority}, terminal);
}

Tint tint_of_readiness(const Readiness& task) {
  return task.code == "ready" ? Tint::green : Tint::yellow;
}

/// The reason matters most, so the prompt takes a quarter of a line at most.
std::size_t most_for_prompt(const Terminal& terminal) {
  constexpr std::size_t k_least = 18;
  constexpr std::size_t k_share = 4;
  return std::max(k_least, terminal.width / k_share);
}

std::string readiness_table(const std::vector<Readiness>& tasks, const Terminal& terminal) {
  constexpr std::size_t k_room_for_reason = 28;
  std::vector<FittedColumn> columns = list_columns();
  columns[k_state].column = {"CODE", Align::left, 10};
  columns[k_prompt].room = 0;
  columns.push_back({{"REASON"}, k_room_for_reason});
  std::vector<std::vector<TableCell>> rows;
  for (const Readiness& task : tasks) {
    rows.push_back(list_row(task.task));
    // All of them are queued.
    rows.back()[k_state] = {task.code, tint_of_readiness(task)};
    rows.back()[k_created].text = minute_of(rows.back()[k_created].text);
    const std::string prompt = make_visible(task.task.prompt);
    rows.back()[k_prompt].text = cut_to_width(prompt, most_for_prompt(terminal), ellipsis_of(terminal));
    rows.back().push_back({task.reason});
  }
  return fitted_table(columns, rows, {k_created, k_priority, k_agent, k_tree, k_prompt}, terminal);
}

}  // namespace

std::string text_list(const std::vector<TaskSummary>& tasks, const Terminal& terminal) {
  if (terminal.is_terminal) {
    return tasks.empty() ? std::string{} : list_table(tasks, terminal);
  }
  std::string lines;
  for (const TaskSummary& task : tasks) {
    lines += tab_separated_line(list_row(task), terminal);
  }
  return lines;
}

std::string text_readiness(const std::vector<Readiness>& tasks, const Terminal& terminal) {
  if (terminal.is_terminal) {
    return tasks.empty() ? std::string{} : readiness_table(tasks, terminal);
  }
  std::string lines;
  for (const Readiness& task : tasks) {
    std::vector<TableCell> row = list_row(task.task);
    row.push_back({task.code, tint_of_readiness(task)});
    row.push_back({task.reason});
    lines += tab_separated_line(row, terminal);
  }
  return lines;
}

}  // namespace rlmdb::cli
