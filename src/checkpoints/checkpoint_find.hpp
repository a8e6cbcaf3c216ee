// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checkpoints/snapshot_rows.hpp"
#include "db/connection.hpp"
#include "records/checkpoint_rows.hpp"
#include "records/task_head.hpp"
#include "rlmdb/checkpoint.hpp"
#include "variables/state_rows.hpp"

namespace rlmdb::checkpoints {

struct FoundCheckpoint {
  SnapshotHead head;
  std::optional<std::string> member;  ///< only this node of a tree's
};

/// Error not_found, which says why it holds nothing where a list names it; conflict where several owners have
/// one of that id.
[[nodiscard]] FoundCheckpoint find_checkpoint(db::Connection& connection, const CheckpointName& name);

[[nodiscard]] Checkpoint checkpoint_of(db::Connection& connection, const SnapshotHead& head);

/// Its variables, only those of `member` where that is given; members in the order of the tree's nodes.
[[nodiscard]] std::vector<SnapshotVariable> variables_of(db::Connection& connection,
                                                         const FoundCheckpoint& checkpoint);

/// Whether what a list names was here and was pruned, or was never imported. `made_here`: its owner was.
[[nodiscard]] CheckpointStatus status_of(db::Connection& connection, const records::ListedCheckpoint& listed,
                                         bool made_here, const std::vector<Event>& takings);

/// Events of a task, or a state document, that took checkpoints.
[[nodiscard]] std::vector<Event> takings_of(db::Connection& connection, const records::TaskHead& task);
[[nodiscard]] std::vector<Event> takings_of(db::Connection& connection, const variables::StateHead& state);

/// What the task's list said of a checkpoint before it was pruned; nullopt: it was not, or the list did not
/// name it. Reads all events of prunings.
[[nodiscard]] std::optional<records::ListedCheckpoint> listed_before_pruning(
    db::Connection& connection, const TaskId& task, const std::string& checkpoint_id);

}  // namespace rlmdb::checkpoints
