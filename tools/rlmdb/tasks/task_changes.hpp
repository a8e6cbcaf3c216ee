// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rlmdb/bulk.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/hold.hpp"
#include "rlmdb/remove.hpp"
#include "tasks/task_options.hpp"
#include "tasks/task_verbs.hpp"

namespace rlmdb::cli {

/// What the words and options ask for, one change an ID. Reads standard input where an option is `-`. Error
/// usage for what is missing, too much, or contradicts itself. Not for append, whose text comes in pieces, nor
/// for hold and remove.
[[nodiscard]] std::vector<TaskChange> changes_of(TaskVerb verb, const TaskOptions& options);

/// `task retry --failed`, `task cancel --tree ID`: what chooses the tasks. nullopt: IDs do. Error usage where both
/// do, or neither.
[[nodiscard]] std::optional<BulkChange> bulk_change_of(TaskVerb verb, const TaskOptions& options);

/// `task append ID [TEXT]`: whose output grows, on which condition, and by what.
struct AppendRequest {
  TaskChange change;                ///< an AppendOutput without a chunk
  std::optional<std::string> text;  ///< absent: standard input
};
[[nodiscard]] AppendRequest append_request_of(const TaskOptions& options);

/// `task hold [ID...]`.
HoldReport hold(Store& store, const TaskOptions& options);

/// `task remove ID...`.
struct RemoveRequest {
  std::vector<TaskId> ids;
  RemoveTask how;
};
[[nodiscard]] RemoveRequest remove_request_of(const TaskOptions& options);

}  // namespace rlmdb::cli
