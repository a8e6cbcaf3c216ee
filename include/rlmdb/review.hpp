// SPDX-License-Identifier: MIT
/// Failed work that waits for somebody to look at it: no cleanup takes it before
/// ("manual review").
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rlmdb/task.hpp"

namespace rlmdb {

class Store;

/// A failed task.
struct FailedTask {
  TaskId id{};  ///< its node id where it has no store id
  std::optional<TreeId> tree_id{};
  std::string failed_at{};  ///< its end as it says it; "": it says none
  std::string agent{};
  std::string error{};        ///< as it is stored; "": none
  std::string reviewed_at{};  ///< UTC, milliseconds; "": nobody reviewed this failure
  std::string reviewed_by{};
  std::string note{};
};

enum class FailedTasks {
  unreviewed,
  all,  ///< the reviewed ones too
};

/// The failed tasks of a store, the oldest end first. One snapshot; looks at all tasks.
[[nodiscard]] std::vector<FailedTask> failed_tasks(const Store& store,
                                                   FailedTasks which = FailedTasks::unreviewed);

/// Says of these tasks that somebody looked at their failure, in one transaction, with one event
/// `failure:reviewed` each; a second review takes the place of the first. It counts for this failure alone: a
/// task that is tried again and fails again has to be looked at again. The record itself is not changed.
/// Returns them as they are then. Durable on return. Errors: not_found (no such task; `where` is its id),
/// conflict (it is not failed, or its id is that of several nodes), busy, io.
std::vector<FailedTask> review_failures(Store& store, std::span<const TaskId> ids,
                                        const std::optional<std::string>& note = {});

/// Takes the reviews back, with one event `failure:unreviewed` each; a task without one stays as it is. The
/// errors are the same.
std::vector<FailedTask> unreview_failures(Store& store, std::span<const TaskId> ids);

}  // namespace rlmdb
