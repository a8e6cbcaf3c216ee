// SPDX-License-Identifier: MIT
/// Keeping queued tasks for oneself before they are started: for a process that has a queue in its own memory,
/// beside others that claim from the same store.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rlmdb/change.hpp"
#include "rlmdb/task.hpp"

namespace rlmdb {

class Store;

struct HoldTasks {
  /// How long from now on. An owner has one lease for all that he holds: the last call sets it.
  std::chrono::milliseconds lease = k_default_lease;
  /// A process whose end ends the hold before its lease, where it runs; kept until another is named. Absent and
  /// never named: the lease alone ends it. Error not_found when there is no such process.
  std::optional<std::int64_t> owner_pid{};
  /// Of each task: its version, and whether it may be taken from another who holds it.
  Precondition only_if{};
};

/// What an owner holds after a call.
struct HoldReport {
  std::string owner{};                            ///< StoreOptions::owner of the Store
  std::int64_t held = 0;                          ///< how many tasks, those of earlier calls too
  std::optional<std::string> lease_expires_at{};  ///< UTC, milliseconds; absent: he holds nothing
};

// A hold is a name's, StoreOptions::owner: every Store of that name shares it, and a claim or `task start` of that
// name takes what it holds. While its lease lives, everybody else's claim passes the tasks over, and whoever
// starts, cancels, changes or removes one needs force. Starting a task ends the hold of it. When the lease ends,
// or a process that was named, the tasks are anybody's: no attempt is counted and nothing waits. A hold is no part
// of a record: it has no event, raises no version and is never exported. Each call is one transaction, durable on
// return. Errors besides those that are named: usage for a lease of nothing, busy, io.

/// Holds these queued tasks, all or, with an Error, none, and extends the lease of what is held already; those
/// that the owner holds already stay his. Errors: not_found; conflict for one that is not queued, or that another
/// holds. Cost: a small row a task; records are not written.
HoldReport hold_tasks(Store& store, std::span<const TaskId> ids, const HoldTasks& how = {});

/// Extends the lease of all that the owner holds: one row, however many tasks and however long their prompts.
/// Where he holds nothing (any more), nothing is written for it. `only_if` counts for nothing.
HoldReport extend_hold(Store& store, const HoldTasks& how = {});

/// Lets these tasks go: anybody may claim them. Not an Error for one that nobody holds. Errors: not_found;
/// conflict for one that another holds, without force.
HoldReport let_go(Store& store, std::span<const TaskId> ids, const Precondition& only_if = {});

/// Lets go all that the owner holds.
HoldReport let_all_go(Store& store);

}  // namespace rlmdb
