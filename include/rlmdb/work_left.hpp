// SPDX-License-Identifier: MIT
/// Whether a worker that finds nothing to claim has anything to wait for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rlmdb/claim.hpp"
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

/// Whether a task is in the state running, whoever runs it. One look at an index. Error busy, io.
[[nodiscard]] bool is_anything_running(const Store& store);

/// Queued tasks whose dependencies nothing ends until somebody changes something.
struct StuckTasks {
  std::string code;  ///< dependency_cycle, dependency_unknown
  std::vector<TaskId>
      tasks;            ///< of a circle, the unfinished ones that it leads through; else the one that waits
  std::string message;  ///< one sentence for a person
};

/// Circles first, each once, then dependencies on ids that no task has, each in store order. Only those of
/// which a queued task is one that `filter` names; its limit counts for nothing. Reads only, one snapshot.
/// Error not_found where the tree has no node; busy, io. Cost: the queue of the filter, and the dependencies
/// of all unfinished tasks.
[[nodiscard]] std::vector<StuckTasks> stuck_tasks(const Store& store, const ReadyFilter& filter = {});

}  // namespace rlmdb
