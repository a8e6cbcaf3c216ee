// SPDX-License-Identifier: MIT
#include "tasks/print_summary.hpp"

#include <vector>

#include "format/state_tint.hpp"
#include "tasks/print_tasks.hpp"
#include "terminal/fitted_table.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_time_column = 2;  ///< its place in both tables
constexpr std::size_t k_room_for_prompt = 24;

std::string running_table(const std::vector<TaskSummary>& tasks, const Terminal& terminal) {
  std::vector<std::vector<TableCell>> rows;
  for (const TaskSummary& task : tasks) {
    rows.push_back({{task.id.text, task.is_process_gone ? Tint::red : tint_of(task.state)},
                    {task.agent.value_or("")},
                    {minute_of(task.started_at.value_or(""))},
                    {task.prompt}});
  }
  return fitted_table({{{"RUNNING", Align::left, 16}},
                       {{"AGENT"}},
                       {{"STARTED", Align::left, 16}},
                       {{"PROMPT"}, k_room_for_prompt}},
                      rows, {k_time_column}, terminal);
}

std::string recent_table(const std::vector<TaskSummary>& tasks, const Terminal& terminal) {
  std::vector<std::vector<TableCell>> rows;
  for (const TaskSummary& task : tasks) {
    rows.push_back({{task.id.text},
                    {task.state_text, tint_of(task.state)},
                    {minute_of(task.completed_at.value_or(""))},
                    {task.prompt}});
  }
  return fitted_table({{{"NEWEST", Align::left, 16}},
                       {{"STATE", Align::left, 9}},
                       {{"ENDED", Align::left, 16}},
                       {{"PROMPT"}, k_room_for_prompt}},
                      rows, {k_time_column}, terminal);
}

std::string summary_lines(const StoreSummary& summary, const Terminal& terminal) {
  std::string lines;
  const std::string counts = text_stats(summary.stats, terminal);
  for (std::size_t start = 0; start < counts.size();) {
    const std::size_t end = counts.find('\n', start) + 1;
    lines += "count\t" + counts.substr(start, end - start);
    start = end;
  }
  for (const TaskSummary& task : summary.running) {
    lines += tab_separated_line({{"running"},
                                 {task.id.text},
                                 {task.agent.value_or("")},
                                 {task.started_at.value_or("")},
                                 {task.prompt}},
                                terminal);
  }
  for (const TaskSummary& task : summary.recent) {
    lines += tab_separated_line({{"recent"},
                                 {task.id.text},
                                 {task.state_text, tint_of(task.state)},
                                 {task.completed_at.value_or("")},
                                 {task.prompt}},
                                terminal);
  }
  return lines;
}

}  // namespace

std::string text_summary(const StoreSummary& summary, const Terminal& terminal) {
  if (!terminal.is_terminal) {
    return summary_lines(summary, terminal);
  }
  std::string text = text_stats(summary.stats, terminal);
  if (!summary.running.empty()) {
    text += "\n" + running_table(summary.running, terminal);
  }
  if (!summary.recent.empty()) {
    text += "\n" + recent_table(summary.recent, terminal);
  }
  return text;
}

}  // namespace rlmdb::cli
