// SPDX-License-Identifier: MIT
#include "tasks/print_summary.hpp"

#include "tasks/print_tasks.hpp"
#include "tasks/task_columns.hpp"

namespace rlmdb::cli {
namespace {

std::string summary_lines(const StoreSummary& summary, const Terminal& terminal) {
  std::string lines;
  for (const StateCount& count : counts_of(summary.stats)) {
    lines += "count\t" + count_rows().line(count, terminal);
  }
  return lines + running_rows().text(summary.running, terminal) +
         recent_rows().text(summary.recent, terminal);
}

}  // namespace

std::string text_summary(const StoreSummary& summary, const Terminal& terminal) {
  if (!terminal.is_terminal) {
    return summary_lines(summary, terminal);
  }
  std::string text = text_stats(summary.stats, terminal);
  if (!summary.running.empty()) {
    text += "\n" + running_rows().text(summary.running, terminal);
  }
  if (!summary.recent.empty()) {
    text += "\n" + recent_rows().text(summary.recent, terminal);
  }
  return text;
}

std::string json_summary(const StoreSummary& summary) {
  return JsonObject()
      .add_object("stats", summary.stats, add_stats)
      .add_array("running", summary.running, running_rows())
      .add_array("recent", summary.recent, recent_rows())
      .text();
}

}  // namespace rlmdb::cli
