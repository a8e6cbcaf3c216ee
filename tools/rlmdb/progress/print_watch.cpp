// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "format/state_look.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"
#include "trees/print_trees.hpp"

namespace rlmdb::cli {

std::string text_watched(const TreeStatus& status, std::int64_t now_ms, const Terminal& terminal) {
  std::string text = text_progress(status.progress, terminal);
  if (status.active.empty()) {
    return text;
  }
  TextTable table({{"RUNNING", Align::left, 10}, {"FOR", Align::right, 7}, {"PROMPT"}}, terminal);
  // More than the terminal shows would only cost time.
  for (std::size_t index = 0; index < std::min(status.active.size(), terminal.height); ++index) {
    const ActiveTask& task = status.active[index];
    const std::string elapsed = task.is_process_gone ? std::string("gone")
                                : task.started_at_ms.has_value()
                                    ? human_duration(static_cast<double>(now_ms - *task.started_at_ms))
                                    : std::string("unknown");
    table.add_row(
        {{id_text(task.task_id), tint_of(task.is_process_gone ? StateWord::interrupted : StateWord::running)},
         {elapsed},
         {task.prompt}});
  }
  return text + "\n" + table.take();
}

std::string text_end_of_tree(const TreeProgress& progress) {
  const std::array<std::pair<std::int64_t, std::string_view>, 3> counts{
      {{progress.completed, "completed"}, {progress.failed, "failed"}, {progress.cancelled, "cancelled"}}};
  std::string list;
  for (const auto& [count, name] : counts) {
    if (count > 0) {
      list += fmt::format("{}{} {}", list.empty() ? "" : ", ", count, name);
    }
  }
  return fmt::format("{} has ended: {}\n", tree_name(progress.tree_id), list);
}

}  // namespace rlmdb::cli
