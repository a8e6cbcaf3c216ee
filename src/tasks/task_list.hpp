// SPDX-License-Identifier: MIT
/// Tasks as people list them, with word of who works on those that run.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/task.hpp"
#include "tasks/list_rows.hpp"

namespace rlmdb::tasks {

/// See Store::list. With `after` only those behind that place.
[[nodiscard]] std::vector<TaskSummary> list_tasks(db::Connection& connection, const TaskFilter& filter,
                                                  const std::optional<ListPlace>& after = {});
/// `id` as TaskRows::find_id takes it.
[[nodiscard]] std::optional<TaskSummary> find_summary(db::Connection& connection, std::string_view id);
/// `task_id` is the tasks.id of one that is there.
[[nodiscard]] TaskSummary get_summary(db::Connection& connection, std::int64_t task_id);

}  // namespace rlmdb::tasks
