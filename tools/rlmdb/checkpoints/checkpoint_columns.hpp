// SPDX-License-Identifier: MIT
/// What of checkpoints is printed in rows.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "format/rows.hpp"
#include "rlmdb/checkpoint.hpp"
#include "rlmdb/words.hpp"
#include "rlmdb/workflow.hpp"

namespace rlmdb::cli {

/// What has checkpoints: a task, a tree, or a state document of some kind.
inline constexpr auto k_owner_scopes = [] {
  std::array<std::string_view, 1 + k_words_of<StateScope>.size()> scopes{"task"};
  std::copy(k_words_of<StateScope>.begin(), k_words_of<StateScope>.end(), scopes.begin() + 1);
  return scopes;
}();
[[nodiscard]] WordOf<k_owner_scopes> scope_of(const CheckpointOwner& owner);
/// A task's store id, a tree's id, that of a session… or nothing for the global state.
[[nodiscard]] std::optional<std::string> id_of(const CheckpointOwner& owner);

[[nodiscard]] const Rows<Checkpoint>& checkpoint_rows();
[[nodiscard]] const Rows<WorkflowCheckpoint>& workflow_rows();

/// A variable that a checkpoint holds; `node` where it is one of a tree.
struct HeldVariable {
  std::string node;
  std::string name;
  std::string value;
};
[[nodiscard]] const Rows<HeldVariable>& held_rows();

/// A place in a variable that differs; of one that only changed its description, source or times: none.
struct ChangedPlace {
  VariableDifference variable;
  ValueDifference value;
};
[[nodiscard]] const Rows<ChangedPlace>& changed_rows();
[[nodiscard]] const Rows<ValueDifference>& difference_rows();

/// What prune does with a checkpoint, and why it is kept.
template <class Kept>
struct Pruned {
  std::string_view what;
  const Kept* checkpoint;
  std::string_view because = {};
};
[[nodiscard]] const Rows<Pruned<Checkpoint>>& pruned_rows();
[[nodiscard]] const Rows<Pruned<WorkflowCheckpoint>>& pruned_workflow_rows();

}  // namespace rlmdb::cli
