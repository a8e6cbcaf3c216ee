// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checkpoints/snapshot_rows.hpp"
#include "db/connection.hpp"
#include "records/checkpoint_rows.hpp"
#include "records/task_head.hpp"
#include "rlmdb/checkpoint.hpp"
#include "variables/state_rows.hpp"

namespace rlmdb::variables {

/// An owner as `snapshots` has it.
struct OwnerKey {
  std::string scope;
  std::string owner;
};
[[nodiscard]] OwnerKey key_of(const CheckpointOwner& owner);
/// Error corrupt for a scope that is none.
[[nodiscard]] CheckpointOwner owner_of(const checkpoints::SnapshotHead& head);

/// Error not_found where there is no such task, state document, or neither a node nor a document of a tree.
/// Error usage for the state document of a tree, which goes with its tree.
[[nodiscard]] records::TaskHead get_task(db::Connection& connection, const TaskId& task);
[[nodiscard]] StateHead get_checkpointed_state(db::Connection& connection, const StateName& state);
void require_tree(db::Connection& connection, const TreeId& tree);

/// Where an export writes the file of a checkpoint, relative to the project.
[[nodiscard]] std::string snapshot_path(const records::TaskHead& task, std::string_view checkpoint_id);
[[nodiscard]] std::string snapshot_path(const TreeId& tree, std::string_view checkpoint_id);
[[nodiscard]] std::string snapshot_path(const StateName& state, std::string_view checkpoint_id);

/// history.checkpoints of a state document, oldest first, without elements that have no id.
[[nodiscard]] std::vector<records::ListedCheckpoint> listed(db::Connection& connection,
                                                            const StateHead& state);

}  // namespace rlmdb::variables
