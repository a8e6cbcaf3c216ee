// SPDX-License-Identifier: MIT
/// Tasks as people list them, and their own queries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/task.hpp"
#include "trees/tree_build.hpp"

namespace rlmdb::tasks {

/// Is told of every running task, and what its row says of its owner.
using RunningSink = std::function<void(TaskSummary& task, trees::NodeRow row)>;

/// Newest first, filtered; see Store::list.
[[nodiscard]] std::vector<TaskSummary> select_tasks(db::Connection& connection, const TaskFilter& filter,
                                                    const RunningSink& running);

/// A task and the version of its row.
struct TaskVersion {
  TaskId id;
  std::int64_t version = 0;
};

/// The same tasks, without all that a list shows.
[[nodiscard]] std::vector<TaskVersion> select_versions(db::Connection& connection, const TaskFilter& filter);
/// `task_id`: tasks.id.
[[nodiscard]] std::optional<TaskSummary> select_task(db::Connection& connection, std::int64_t task_id,
                                                     const RunningSink& running);

/// One statement of the user's, on a connection that can neither write, attach nor change settings while it
/// runs. Error usage for anything else.
void run_user_query(db::Connection& connection, std::string_view sql,
                    std::span<const SqlParameter> parameters, const RowSink& sink);

}  // namespace rlmdb::tasks
