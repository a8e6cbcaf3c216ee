// SPDX-License-Identifier: MIT
/// Whether a worker that finds nothing to claim has anything to wait for, and what cannot go on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rlmdb/claim.hpp"
#include "rlmdb/stuck.hpp"
#include "rlmdb/task.hpp"

namespace rlmdb {

class Store;

struct WorkLeft {
  std::int64_t queued = 0;        ///< whatever holds them up
  bool may_become_ready = false;  ///< one is ready, or waits only for a time, or the end of a hold
  /// What runs and may make something ready: its process is not proven gone, or its lease will end. Of any
  /// agent. With a tree the nodes of that tree, and all others too where one of it waits for a dependency.
  std::vector<TaskId> running{};
  /// Nothing that `claim` could take comes of itself.
  [[nodiscard]] bool is_nothing() const noexcept { return !may_become_ready && running.empty(); }
};

/// What is left of the tasks that `filter` names; its limit counts for nothing. Reads only, one snapshot.
/// Error not_found where the tree has no node; busy, io. Cost: the running tasks and the queue of the filter.
[[nodiscard]] WorkLeft work_left(const Store& store, const ReadyFilter& filter = {});

/// Of the queued tasks that `filter` names; its limit counts for nothing. Reads only, one snapshot. Error
/// not_found where the tree has no node; busy, io. Cost: a few index entries where nothing failed, depends on
/// another or has a budget; else the unfinished trees that have such tasks.
[[nodiscard]] Stuck find_stuck_tasks(const Store& store, const ReadyFilter& filter = {},
                                     Interrupted interrupted = Interrupted::stuck);

}  // namespace rlmdb
