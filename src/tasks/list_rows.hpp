// SPDX-License-Identifier: MIT
/// Tasks as people list them, ids out of the index that each kind has, and their own queries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/known_ids.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/task.hpp"
#include "trees/tree_build.hpp"

namespace rlmdb::tasks {

/// Is told of every running task, and what its row says of its owner.
using RunningSink = std::function<void(TaskSummary& task, trees::NodeRow row)>;

/// Where a task stands in the order of lists.
struct ListPlace {
  std::int64_t created_at_ms = 0;
  std::int64_t position = 0;
};
/// `task_id`: tasks.id of one that is there.
[[nodiscard]] ListPlace get_place(db::Connection& connection, std::int64_t task_id);

/// What a list begins behind: nothing, a place behind which every task has a time of creation, or any other.
enum class Behind { nothing, dated, undated };

/// The statement that lists what `filter` asks for: in the order of an index of all tasks or of those in a state, or by the
/// nodes of a tree.
[[nodiscard]] std::string list_sql(const TaskFilter& filter, Behind behind);

/// Newest first, filtered; see Store::list. With `after` only those behind that place.
[[nodiscard]] std::vector<TaskSummary> select_tasks(db::Connection& connection, const TaskFilter& filter,
                                                    const RunningSink& running,
                                                    const std::optional<ListPlace>& after = {});

/// The ids of the same tasks.
[[nodiscard]] std::vector<TaskId> select_ids(db::Connection& connection, const TaskFilter& filter);
/// `task_id`: tasks.id.
[[nodiscard]] std::optional<TaskSummary> select_task(db::Connection& connection, std::int64_t task_id,
                                                     const RunningSink& running);

/// One statement of the user's, on a connection that can neither write, attach nor change settings while it
/// runs. Error usage for anything else.
void run_user_query(db::Connection& connection, std::string_view sql,
                    std::span<const SqlParameter> parameters, const RowSink& sink);

/// See known_ids().
[[nodiscard]] std::vector<std::string> select_ids_from(db::Connection& connection, IdOf of,
                                                       std::string_view begin, std::size_t most);

}  // namespace rlmdb::tasks
