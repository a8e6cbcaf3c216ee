// SPDX-License-Identifier: MIT
/// A list of tasks in parts.
#pragma once

#include <optional>
#include <vector>

#include "rlmdb/task.hpp"

namespace rlmdb {

class Store;

struct TaskPage {
  std::vector<TaskSummary> tasks{};
  std::optional<TaskId> next{};  ///< the last of them, where there are more behind it
};

/// What Store::list() gives, but only what stands behind the task `after` in that order, and whether there is more.
/// The place of a task is that of its time, so parts neither overlap nor miss a task that was there all the time,
/// whatever is added, changed or removed in between; `after` itself need not match `filter` any more. One snapshot. A part costs what
/// it holds, not what stands before it. Errors: those of list(); not_found where there is no task `after`.
[[nodiscard]] TaskPage list_page(const Store& store, const TaskFilter& filter,
                                 const std::optional<TaskId>& after = {});

}  // namespace rlmdb
