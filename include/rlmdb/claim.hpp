// SPDX-License-Identifier: MIT
/// Taking work: claims with leases and fencing tokens, and why a task cannot be taken.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rlmdb/change.hpp"
#include "rlmdb/task.hpp"
#include "rlmdb/tree.hpp"

namespace rlmdb {

struct ClaimOptions {
  /// This task and no other, as soon as it is ready; not with `agent` or `tree`. Error not_found where there
  /// is none, conflict where it has ended.
  std::optional<TaskId> task{};
  std::optional<std::string> agent{};  ///< only tasks of exactly this agent
  std::optional<TreeId> tree{};        ///< only nodes of this tree; Error not_found where it has none at all
  std::chrono::milliseconds lease = k_default_lease;
  /// Applied first, in the same transaction: a worker's loop that completes one task with the claim of the
  /// next pays for one commit instead of two. They are done even when nothing is ready; their Error leaves
  /// everything as it was. Once they are committed, a database that is busy is a claim that finds nothing
  /// (the call returns, it is not to be made again with them), and any other Error says that they are done.
  std::vector<TaskChange> first{};
  /// How long to wait for a ready task. While waiting only the shared memory of the WAL is looked at.
  std::chrono::milliseconds wait{0};
  /// A process whose end is to end the claim before its lease: recover() takes the task back then, where that
  /// process ran. Absent: the lease alone ends it. Error not_found when there is no such process.
  std::optional<std::int64_t> owner_pid{};
  /// Kept as the task's pid for people to see where there is no `owner_pid`; absent: that of the calling one.
  std::optional<std::int64_t> noted_pid{};
  /// The same id again gives the claim that was made then, with record and version as they are now, and claims nothing;
  /// with other options it is Error conflict. With another `owner_pid` the claim, where it still holds, is tied to
  /// that process from then on: an event, and a new version. A call that found nothing is not remembered; for that
  /// reason it is Error usage beside `first`. "": none.
  std::string request_id{};
  /// Asked at least every 100 ms of waiting, and after it before a task is taken: true ends it, and nothing is
  /// claimed. May be empty.
  std::function<bool()> cancelled{};
};

/// A task that was taken: running, and its owner's (StoreOptions::owner) until its lease expires, whatever
/// becomes of processes. Until then others change it only by force.
struct Claim {
  TaskId id{};
  /// Grows with every claim of this database, and is counted from its database_id(), so that no other gives it
  /// out. The claim's later calls carry it; once the task was claimed again they are Error conflict.
  std::int64_t token = 0;
  std::string lease_expires_at{};  ///< UTC, milliseconds
  std::int64_t version = 0;
  std::int64_t event_seq = 0;
  std::int64_t attempts = 0;  ///< attempts lost or failed before this one
  std::string record_json{};  ///< the record as Store::find_record gives it
  /// Where the run starts from: what a recovery chose, until a newer checkpoint is taken; else the newest of
  /// the task's list. Absent: the list is empty, the run starts from the beginning.
  std::optional<std::string> resume_checkpoint_id{};
  /// False where the task's children are done and it only has to merge their results.
  bool redecompose = true;
  /// timeout_ms of the execution_config of its record, else of its document: how long the run may take.
  /// Whoever runs the task ends it then; the store does not.
  std::optional<std::chrono::milliseconds> timeout{};
  /// What is wrong with the task's context: a member is unlike the schema (unlike_schema), a size is beyond the
  /// limit of its tree (max_context_tokens) or below 0 (context_size), or a variable, file, task or result that
  /// it refers to is known not to be there (context_missing, the first 20). Not repeated with an earlier answer.
  std::vector<Finding> warnings{};
  bool repeated = false;  ///< the answer to an earlier call with the same request id
};

/// Why a queued task is or is not claimed now.
struct Readiness {
  TaskSummary task{};
  /// ready, child, sibling, dependency, backoff, scheduled (for later), budget_spent, held (by another); dependency_unknown (on an id that no task
  /// has), dependency_cycle (tasks that depend on each other): these two end only when somebody changes
  /// something
  std::string code{};
  std::string reason{};  ///< one sentence for a person
  std::vector<TaskId>
      blocked_by{};  ///< what it waits for first; empty for ready, backoff, scheduled, budget_spent, held
  std::optional<std::string> not_before{};  ///< of backoff and scheduled, when that ends: UTC
};

struct ReadyFilter {
  std::optional<std::string> agent{};
  std::optional<TreeId> tree{};  ///< as in ClaimOptions
  std::int64_t limit = 0;        ///< 0: all
};

}  // namespace rlmdb
