// SPDX-License-Identifier: MIT
/// Checkpoints of states: variables as they were at a moment, to look at, to compare, and to set back
/// to. A checkpoint holds references to values that are kept once, so one of a state that has
/// hardly changed costs hardly anything (decision 017).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "rlmdb/change.hpp"
#include "rlmdb/finding.hpp"
#include "rlmdb/history.hpp"
#include "rlmdb/state.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb {

/// Whose variables a checkpoint holds: those of a task (its metadata.rlm_state), of a whole tree (of every
/// node, and of the tree's state document where there is one), or of a state document.
using CheckpointOwner = std::variant<TaskId, TreeId, StateName>;

/// "task-0001", "tree-a1b2c3d4", "session:sess-1": as messages name it.
[[nodiscard]] std::string to_text(const CheckpointOwner& owner);

struct NewCheckpoint {
  CheckpointOwner owner{};
  std::string name{};  ///< for people, "after_retrieval"; several may have the same
  std::optional<std::string> description{};
  bool is_pinned = false;  ///< prune_checkpoints never takes it
};

/// Names a checkpoint. The owner is needed only where several have one of that id, and picks a node out of
/// the checkpoint of a tree.
struct CheckpointName {
  std::string id{};
  std::optional<CheckpointOwner> owner{};
};

/// Why a checkpoint that is named holds no variables.
enum class CheckpointStatus {
  kept,          ///< it holds them
  pruned,        ///< it was taken here, and pruned since
  not_imported,  ///< its file was never imported
};

struct Checkpoint {
  std::string checkpoint_id{};
  CheckpointOwner owner{};
  CheckpointStatus status = CheckpointStatus::kept;
  std::optional<std::string> name{};
  std::optional<std::string> timestamp{};  ///< when it was taken; of an imported one the source's own text
  std::optional<std::string> description{};
  std::optional<TreeId> tree_id{};             ///< the tree that it counts to
  std::optional<std::string> source_path{};    ///< of an imported one
  std::optional<std::string> snapshot_path{};  ///< as the owner's list names it, where only that is known
  std::optional<std::int64_t> event_seq{};     ///< of its taking; nullopt: not taken here
  std::optional<std::string> last_used_at{};   ///< UTC: when it was last taken, imported or restored
  bool is_pinned = false;
  std::int64_t variables = 0;
};

/// How many checkpoints one state has at most (rlm-state.yaml). More are taken with a warning.
inline constexpr std::int64_t k_most_checkpoints = 100;

struct CheckpointCreated {
  std::string checkpoint_id{};        ///< "ckpt-" and milliseconds since 1970; no other checkpoint's
  std::int64_t event_seq = 0;         ///< of a tree: of its root's
  std::int64_t variables = 0;         ///< that it holds
  std::int64_t new_contents = 0;      ///< texts that no row held before
  std::string snapshot_path{};        ///< where an export writes it, relative to the project
  std::vector<Checkpoint> removed{};  ///< older ones that went for it, least recently used first
  /// `max_checkpoints`: its state has more than k_most_checkpoints, and no retention of checkpoints is set.
  std::vector<Finding> warnings{};
};

/// Takes a checkpoint, in one transaction: all variables, one element {checkpoint_id, name, snapshot_path,
/// timestamp, description} in metadata.checkpoints of the task (of a tree: of its root) or in
/// history.checkpoints of the state document, and one event `checkpoint:created` for each of these. Where a
/// retention of checkpoints is set, older ones of its tree go as by prune_checkpoints, in the same
/// transaction; never the new one. Durable on return. Errors: not_found (no such owner), conflict (metadata
/// or its checkpoints are something else than an object and an array), invalid_input (no UTF-8), usage (no
/// name), busy, io. Costs the state; the number of checkpoints only where a retention of them is set.
CheckpointCreated create_checkpoint(Store& store, const NewCheckpoint& checkpoint);

/// Checkpoints, oldest first: of one owner with those that its list names and that hold nothing any more;
/// without an owner all that hold variables. One snapshot. Error not_found for an unknown owner.
[[nodiscard]] std::vector<Checkpoint> checkpoints_of(const Store& store,
                                                     const std::optional<CheckpointOwner>& owner = {});

/// The variables of one member of a checkpoint.
struct CheckpointState {
  /// Of a tree: the node's store id, else its node id; else, and for the tree's state document, "".
  std::string member{};
  JsonText state{};  ///< an object, as metadata.rlm_state has it
};

struct CheckpointContent {
  Checkpoint checkpoint{};
  std::vector<CheckpointState> states{};
};

/// What a checkpoint holds. Errors: not_found ("Checkpoint not found: ID", or why it holds nothing), conflict
/// where several owners have one of that id.
[[nodiscard]] CheckpointContent checkpoint_content(const Store& store, const CheckpointName& name);

enum class DifferenceKind { added, removed, changed };

/// One place inside a variable that differs.
struct ValueDifference {
  std::string pointer{};                ///< RFC 6901, inside the variable's value; "": all of it
  std::optional<JsonText> old_value{};  ///< nullopt: absent
  std::optional<JsonText> new_value{};
};

struct VariableDifference {
  std::string member{};  ///< as in CheckpointState
  std::string name{};
  DifferenceKind kind = DifferenceKind::changed;
  std::vector<ValueDifference> values{};  ///< of one that only changed its description, source or times: none
};

struct CheckpointDifference {
  Checkpoint before{};
  std::optional<Checkpoint> after{};            ///< nullopt: the owner's state as it is now
  std::vector<VariableDifference> variables{};  ///< by member, then in the order of the states
};

/// What was added, removed and changed between a checkpoint and another, or the present state of its owner.
/// Errors as checkpoint_content; not_found also where the owner is gone.
[[nodiscard]] CheckpointDifference compare_checkpoints(const Store& store, const CheckpointName& before,
                                                       const std::optional<CheckpointName>& after = {});

/// What variables are set back to: a checkpoint, or what they were at an earlier moment.
struct Rollback {
  std::variant<CheckpointName, Moment> to{};
  std::optional<CheckpointOwner> owner{};  ///< needed for a moment: a task or a state document
  Precondition only_if{};                  ///< of a tree: only `force` counts, for each of its nodes
  std::optional<TaskId> by_task{};         ///< as StateChange::by_task
};

struct RollbackResult {
  CheckpointOwner owner{};  ///< a task or a state document
  std::int64_t version = 0;
  std::int64_t event_seq = 0;
  std::int64_t undo_seq = 0;  ///< the moment right before: rolling back to it undoes this
  std::int64_t variables = 0;
};

struct RollbackReport {
  std::string checkpoint_id{};            ///< "" for a moment
  std::optional<TreeId> tree_id{};        ///< of a whole tree
  std::vector<RollbackResult> results{};  ///< one an owner that was set back
  std::vector<std::string> missing{};     ///< nodes of the checkpoint that are gone since
};

/// Replaces the variables of an owner, in one transaction, with one event `checkpoint:restored` an owner,
/// whose reason is the checkpoint and whose previous value is the whole state: so it is in variable_history
/// as `rollback`, and can be undone. Of a tree: all nodes that still exist, or none. Errors: not_found (as
/// checkpoint_content; no such owner), conflict (version, token), usage (a moment without an owner), busy,
/// io.
RollbackReport roll_back(Store& store, const Rollback& rollback);

struct ForkReport {
  TreeId tree_id{};
  TaskId root{};
  std::vector<std::pair<std::string, TaskId>>
      nodes{};  ///< old id (CheckpointState::member), new one; in store order
};

/// Makes a new tree from a checkpoint, in one transaction. Of a tree: a copy of every node with new ids;
/// those completed at the checkpoint stay so, all others are queued without times, result and error; limits
/// and budget are those that the tree has now. Of a task: a tree whose root is a queued copy of it. Variables
/// are those of the checkpoint; metadata.forked_from of the root says where it came from and when, and
/// cleanup() counts the age of the copy from then. `tree`: its id; nullopt: a new one. Errors: as
/// checkpoint_content; conflict (the tree exists), usage (a checkpoint of a state document), busy, io.
ForkReport fork_checkpoint(Store& store, const CheckpointName& name, const std::optional<TreeId>& tree = {});

/// A pinned checkpoint is never pruned. Returns it as it is then. Errors as checkpoint_content.
Checkpoint pin_checkpoint(Store& store, const CheckpointName& name, bool is_pinned);

/// How many checkpoints of each tree are kept where nothing else is said, as the legacy store keeps them.
inline constexpr std::int64_t k_checkpoints_kept = 10;

enum class PruneRun { apply, dry_run };

struct PruneOptions {
  std::optional<TreeId> tree{};            ///< nullopt: every tree, and every owner outside trees by itself
  std::int64_t keep = k_checkpoints_kept;  ///< the most recently used so many of each
  PruneRun run = PruneRun::apply;
};

/// Why a checkpoint that is older than those kept stays.
enum class KeptBecause { pinned, resume };

struct PruneReport {
  std::vector<Checkpoint> removed{};  ///< least recently used first
  std::vector<std::pair<Checkpoint, KeptBecause>> kept{};
  std::int64_t recent = 0;  ///< kept because they are among the last used
  bool applied = false;
};

/// Removes what checkpoints hold that are not among the most recently used of their tree; never one that is
/// pinned, and never the one that an unfinished node would start again from (Decision::resume). What the
/// owners' lists say of them stays. One event `checkpoint:pruned` where anything went. Error not_found for an
/// unknown tree.
PruneReport prune_checkpoints(Store& store, const PruneOptions& options = {});

}  // namespace rlmdb
