// SPDX-License-Identifier: MIT
/// Lists of tasks in parts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "format/rows.hpp"
#include "rlmdb/claim.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/list_page.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb::cli {

[[nodiscard]] inline ListPart part_of(std::int64_t limit, const TaskPage& page) {
  return {limit, page.next.has_value() ? std::optional(page.next->text) : std::nullopt};
}

[[nodiscard]] inline const TaskId& id_of(const TaskSummary& task) {
  return task.id;
}
[[nodiscard]] inline const TaskId& id_of(const Readiness& task) {
  return task.task.id;
}

/// How many of `size` a limit leaves: the first ones, of a negative one all but the last, of 0 all.
[[nodiscard]] std::size_t kept_by(std::int64_t limit, std::size_t size);
/// Why the queue has no place behind a task.
[[nodiscard]] Error not_in_queue(const Store& store, const std::string& id);

/// Of the whole queue leaves what stands behind the task `after`, and of that as many as `limit` says. The order
/// of a queue is of the moment: a task that was taken out of it since has no place in it. Error not_found for an
/// id that no task has, conflict for a task that is not in `tasks`.
template <class Task>
[[nodiscard]] ListPart cut_to_part(std::vector<Task>& tasks, std::int64_t limit,
                                   const std::optional<std::string>& after, const Store& store) {
  if (after.has_value()) {
    const auto found = std::find_if(tasks.begin(), tasks.end(),
                                    [&](const Task& task) { return id_of(task).text == *after; });
    if (found == tasks.end()) throw not_in_queue(store, *after);
    tasks.erase(tasks.begin(), found + 1);
  }
  const std::size_t kept = kept_by(limit, tasks.size());
  const bool has_more = kept < tasks.size();
  tasks.erase(tasks.begin() + static_cast<std::ptrdiff_t>(kept), tasks.end());
  return {limit, has_more && kept > 0 ? std::optional(id_of(tasks.back()).text) : std::nullopt};
}

}  // namespace rlmdb::cli
