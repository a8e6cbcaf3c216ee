// SPDX-License-Identifier: MIT
/// Checkpoints, rollbacks and variables in one line each.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "rlmdb/checkpoint.hpp"
#include "rlmdb/error.hpp"
#include "variable_place.hpp"

namespace rlmdb::test {

inline CheckpointCreated take(TaskPlace& place, const CheckpointOwner& owner,
                              const std::string& name = "here", bool is_pinned = false) {
  NewCheckpoint checkpoint;
  checkpoint.owner = owner;
  checkpoint.name = name;
  checkpoint.is_pinned = is_pinned;
  return create_checkpoint(place.store(), checkpoint);
}

inline Rollback to(const std::string& id, std::optional<CheckpointOwner> owner = {}) {
  Rollback rollback;
  rollback.to = CheckpointName{id, std::nullopt};
  rollback.owner = std::move(owner);
  return rollback;
}

inline Rollback to_moment(std::int64_t seq, const CheckpointOwner& owner) {
  Rollback rollback;
  rollback.to = Moment(seq);
  rollback.owner = owner;
  return rollback;
}

/// The variables as the record has them, but for those that a root begins with: name=value …
inline std::string values(TaskPlace& place, const std::string& id) {
  std::string text;
  for (const Variable& variable : variables_of_task(place.store(), TaskId{id}))
    if (variable.name != "prompt" && !(variable.name == "Final" && variable.value.text == "null"))
      text += variable.name + "=" + variable.value.text + " ";
  return text;
}

inline std::string values(TaskPlace& place, const StateName& state) {
  std::string text;
  for (const Variable& variable : variables_of_state(place.store(), state))
    text += variable.name + "=" + variable.value.text + " ";
  return text;
}

inline void set_state(TaskPlace& place, const StateName& state, const std::string& name,
                      const std::string& json) {
  const StateChange change{state, setting(name, json), {}};
  (void)change_states(place.store(), std::span(&change, 1));
}

inline std::string add_root(TaskPlace& place, const std::string& tree = "tree-00000001") {
  NewTask root;
  root.prompt = "root";
  root.tree = TreeId{tree};
  root.decomposition_strategy = "parallel";
  return place.add(root);
}

inline std::string add_below(TaskPlace& place, const std::string& parent) {
  NewTask below;
  below.prompt = "below " + parent;
  below.parent = TaskId{parent};
  return place.add(below);
}

inline std::vector<std::string> ids_of(const std::vector<Checkpoint>& checkpoints) {
  std::vector<std::string> ids;
  for (const Checkpoint& checkpoint : checkpoints) ids.push_back(checkpoint.checkpoint_id);
  return ids;
}

}  // namespace rlmdb::test
