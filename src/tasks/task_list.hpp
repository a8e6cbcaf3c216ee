// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "db/connection.hpp"
#include "rlmdb/task.hpp"

namespace rlmdb::tasks {

/// select_tasks (list_rows.hpp), with word of which running tasks have lost their process.
[[nodiscard]] std::vector<TaskSummary> list_tasks(db::Connection& connection, const TaskFilter& filter);

}  // namespace rlmdb::tasks
