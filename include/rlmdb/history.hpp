// SPDX-License-Identifier: MIT
/// Records as they were: what events keep of the values that they replaced (docs/FORMAT.md, `event_changes`).
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "rlmdb/store.hpp"
#include "rlmdb/tree.hpp"

namespace rlmdb {

/// An event's sequence number, or a time as rlmdb writes it, "2026-02-09T10:00:00.000Z": then the newest
/// event that was written by that time. Order is that of the events; clocks only choose among them.
using Moment = std::variant<std::int64_t, std::string>;

/// The whole record as Store::find_record gave it right after that event: the same bytes, but for members
/// of names that are no Unicode text. One snapshot; costs the task's later events, and a look through all
/// events for imports. Errors: not_found when there is no such task, when it did not exist yet, or when
/// events after that moment have been cleaned up; usage for a text that is no time.
[[nodiscard]] std::string task_json_at(const Store& store, const TaskId& task, const Moment& moment);

/// The tree as load_tree drew it right after that event: the nodes that it has now and that were in it then,
/// with their states, times, places and costs of then. Nodes that were removed since are not known any more.
/// One snapshot; costs the record and the later events of every node, and a look through all events. Errors
/// as for task_json_at.
[[nodiscard]] Tree tree_at(const Store& store, const TreeId& tree, const Moment& moment);

/// The sequence number of the newest event that was written by then; 0: there is none, a sequence number is its
/// own answer. One snapshot; costs a look at all events after it. Error usage for a text that is no time.
[[nodiscard]] std::int64_t newest_event_by(const Store& store, const Moment& moment);

}  // namespace rlmdb
