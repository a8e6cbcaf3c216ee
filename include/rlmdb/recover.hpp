// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/change.hpp"
#include "rlmdb/tree.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb {

class Store;

/// What happens to a node after a crash.
enum class Decision {
  skip,     ///< completed or cancelled: never run again
  resume,   ///< was running, and its claim or process has ended: runs again, from its last checkpoint
  retry,    ///< failed: runs again
  wait,     ///< something in blocked_by must finish first, or its state is none rlmdb knows
  ready,    ///< queued, nothing holds it up
  refuse,   ///< somebody works on it: its claim holds, or its process is alive
  give_up,  ///< was running or failed, and that was the last of its attempts
};

struct NodePlan {
  std::optional<TaskId> task_id;  ///< nullopt for a node known only from a tree document
  std::string node_id;
  std::optional<TaskId> parent_id;  ///< its node id where it has no store id; nullopt for a root
  std::int64_t depth = 0;
  std::string state;  ///< before
  Decision decision = Decision::skip;
  std::string reason;               ///< one sentence for a person
  std::string checkpoint_id;        ///< to start from; "" where there is none
  std::int64_t variables_back = 0;  ///< variables that are others in the checkpoint, and go back to it
  std::vector<TaskId>
      blocked_by;  ///< unfinished children, or the earlier sibling; node ids of those without a store id
  bool is_inner = false;  ///< has children: runs again only to merge (redecompose: false)
  std::string cause;      ///< of `resume`, `retry`: reason of the event task:recovered
  std::string prompt;     ///< "" in a plan of all trees
};

struct TreePlan {
  TreeId tree_id;
  std::optional<TaskId> root;  ///< its node id where it has no store id; nullopt without one
  std::int64_t total = 0;
  std::int64_t done = 0;     ///< completed
  std::int64_t pending = 0;  ///< queued, running or failed
  std::int64_t cancelled = 0;
  std::vector<NodePlan> nodes;        ///< in the order the tree is drawn
  std::vector<TaskId> merge_ready;    ///< unfinished inner nodes all of whose children are finished
  std::vector<TreeFinding> findings;  ///< what is wrong with its shape and its dependencies
  /// Code budget_spent: there is work left, and claim takes none of it; nothing is wrong with the tree.
  std::optional<TreeFinding> spent_budget;
};

struct RecoveryReport {
  std::vector<TreePlan> trees;  ///< most urgent first: crashed nodes, failed nodes, priority, age
  /// Running tasks that are in no tree, in store order; empty in the plan of one tree.
  std::vector<NodePlan> tasks;
  bool applied = false;
  std::uint64_t changed = 0;  ///< rows changed
};

enum class RecoverRun { apply, dry_run };

/// Whether a node that has used up its attempts (NewTask::max_attempts, else max_retries of its
/// execution_config.retry_policy and one, of a policy without it 4, else 3) is given up, or tried again all the same.
enum class Attempts { limited, unlimited };

/// What is claimed through rlmdb is its owner's while its lease lives, whatever became of processes, but for
/// two proofs of death: an earlier boot of this host, and the end of a process that the claim named
/// (ClaimOptions::owner_pid). `Force::yes` takes it all the same, and counts the attempt as lost.
///
/// Plans the recovery of one tree, or without an id of every tree that has work left and of the running tasks
/// outside trees, and applies it in one transaction: every `resume` and `retry` node becomes queued, loses
/// its pid and claim, keeps result, error and output, counts an attempt, remembers its checkpoint, and gets
/// the event task:recovered with reason process_gone, lease_expired, forced or failed. Its variables go back
/// to those of that checkpoint, with an event checkpoint:restored that roll_back() undoes; but not where its
/// file was never imported or it cannot be read (finding checkpoint_unusable), nor of a node that has
/// children younger than it: they read what their parent has, and it runs again only to merge. A backoff is
/// for leases that run out; what is recovered may be claimed at once. A running `give_up` node fails with
/// attempts_exhausted, one that failed stays as it is. Doing it again changes nothing. Durable on return. No
/// process is signalled. Throws Error not_found (unknown tree), busy, io.
[[nodiscard]] RecoveryReport recover(Store& store, const std::optional<TreeId>& tree,
                                     RecoverRun run = RecoverRun::apply,
                                     Attempts attempts = Attempts::limited, Force force = Force::no);

/// A plan as a document that can be looked at, kept and applied later.
struct SavedRecovery {
  RecoveryReport report;  ///< of a dry run
  std::string text;       ///< JSON; apply_recovery_plan takes it as it is, changed in no byte
};

/// Plans as recover() does, changes nothing, and gives the plan with what it relies on: the identity of the
/// database, and of every row of the planned trees its version, state, owner and a digest of all that was
/// read. Throws Error not_found (unknown tree), busy, io.
[[nodiscard]] SavedRecovery save_recovery_plan(const Store& store, const std::optional<TreeId>& tree,
                                               Attempts attempts = Attempts::limited,
                                               Force force = Force::no);
/// The same into `file`, which appears complete or not at all, replaces an older one and has mode 0600.
/// `text` of the result is empty.
[[nodiscard]] SavedRecovery save_recovery_plan(const Store& store, const std::optional<TreeId>& tree,
                                               const std::filesystem::path& file,
                                               Attempts attempts = Attempts::limited,
                                               Force force = Force::no);

struct AppliedRecovery {
  RecoveryReport report;   ///< as planned; without trees where it was applied before
  std::string planned_at;  ///< UTC
  std::string sha256;      ///< of the plan: its last member
  std::optional<std::string>
      applied_before;  ///< UTC; this very plan was applied then, and nothing is changed now
};

/// Applies a saved plan in one transaction, as recover() would have when it was made: exactly the nodes that
/// the plan names, or none. Error conflict, and nothing changes, where a row that it relies on is another now
/// (version, state, owner, place in the tree, checkpoints, dependencies, attempts; nodes that came or went; a
/// process that lives again); `where` names the first. Error invalid_input for a document that is damaged,
/// was edited or belongs to another database; `where` is `name` with line and column. Doing it again changes
/// nothing. Durable on return. Throws Error busy, io too.
[[nodiscard]] AppliedRecovery apply_recovery_plan(Store& store, std::string_view text,
                                                  const std::string& name = "plan");

}  // namespace rlmdb
