// SPDX-License-Identifier: MIT
/// What of tasks is printed in rows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "format/rows.hpp"
#include "rlmdb/claim.hpp"
#include "rlmdb/task.hpp"

namespace rlmdb::cli {

/// A task as `list` shows it; `rlmdb ready` has the same without `process_gone`.
[[nodiscard]] const Rows<TaskSummary>& task_rows();
/// The same of failed tasks: a list shows why they failed.
[[nodiscard]] const Rows<TaskSummary>& failed_rows();
[[nodiscard]] const Rows<TaskSummary>& ready_rows();
/// A queued task with the reason why it waits, or does not.
[[nodiscard]] const Rows<Readiness>& readiness_rows();
/// What tasks depend on.
[[nodiscard]] const Rows<Dependency>& dependency_rows();
/// Those of `rlmdb summary`.
[[nodiscard]] const Rows<TaskSummary>& running_rows();
[[nodiscard]] const Rows<TaskSummary>& recent_rows();

/// How many tasks are in a state.
struct StateCount {
  std::string_view state;
  std::int64_t tasks = 0;
  Tint tint = Tint::none;
};
/// In the order of a task's life; what is in none of the five states, and the total, come last.
[[nodiscard]] std::vector<StateCount> counts_of(const TaskStats& stats);
[[nodiscard]] const Rows<StateCount>& count_rows();

}  // namespace rlmdb::cli
