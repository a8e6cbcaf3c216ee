// SPDX-License-Identifier: MIT
/// Retention: what is old enough to go, and its removal.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rlmdb/checkpoint.hpp"
#include "rlmdb/clock_trust.hpp"
#include "rlmdb/finding.hpp"
#include "rlmdb/task.hpp"
#include "rlmdb/workflow.hpp"

namespace rlmdb {

class Store;

/// How long failed tasks are kept where nothing else is said.
inline constexpr std::chrono::milliseconds k_failed_kept = std::chrono::days(30);

/// Which failed tasks may go at all.
enum class FailedWork {
  reviewed,  ///< those that somebody reviewed (review.hpp)
  all,
};

/// Where the age of a task begins.
enum class AgeFrom {
  end,            ///< its end, as the task says it
  end_or_import,  ///< that or the import that last wrote it, whichever is later
};

/// How long checkpoints of workflows and loops are kept (prune_workflow_checkpoints(): the five newest of
/// each stay, and so does what has a tag or is needed to go on).
struct WorkflowAge {
  std::optional<std::int64_t> days{};  ///< absent: what each checkpoint says, else 30
};

/// How long things are kept after they ended. What ended longer ago goes; where no duration is given, it
/// stays. What stays in any case:
/// - a task whose end is no strict ISO time (CleanupReport::undated names it),
/// - a tree with a node that has not ended, that failed and was not reviewed, or that is not old enough: a tree
///   goes whole or not at all (a completed or cancelled node that says no end of its own ended when its
///   tree's document says),
/// - what an unfinished task needs: the tasks that its metadata.depends_on names, its parents upwards, and
///   outside trees its children,
/// - what has a pinned checkpoint.
struct RetentionPolicy {
  std::optional<std::chrono::milliseconds> completed = std::chrono::days(7);
  std::optional<std::chrono::milliseconds> failed = k_failed_kept;
  FailedWork failed_work = FailedWork::reviewed;
  std::optional<std::chrono::milliseconds> cancelled{};  ///< absent: as completed
  std::optional<std::chrono::milliseconds> events{};
  std::optional<std::chrono::milliseconds> requests = std::chrono::days(7);  ///< answers to request ids
  std::optional<WorkflowAge> workflows = WorkflowAge{};  ///< checkpoints of workflows and loops
  /// Of tasks, trees and state documents, the last used so many of each tree (prune_checkpoints()).
  std::optional<std::int64_t> checkpoints = k_checkpoints_kept;
  AgeFrom age_from = AgeFrom::end;
};

struct CleanupReport;

enum class CleanupRun { apply, dry_run };

struct CleanupOptions {
  RetentionPolicy policy{};
  CleanupRun run = CleanupRun::apply;
  ClockTrust clock = ClockTrust::by_events;
  std::int64_t batch = 500;  ///< tasks a transaction: how long other writers wait
  /// Asked once, with all that would go and before any of it does; no transaction is open. False: nothing is
  /// removed. May be empty.
  std::function<bool(const CleanupReport&)> agreed{};
  /// Called after every batch; may be empty. True ends the cleanup between batches.
  std::function<bool()> cancelled{};
};

/// One task that goes.
struct Removal {
  TaskId id{};  ///< its node id where it has no store id
  std::string state{};
  std::string completed_at{};
  std::optional<TreeId> tree_id{};
  std::int64_t bytes = 0;  ///< of all its values in all tables
  std::string reason{};    ///< "completed more than 7 d ago"
};

/// A tree that goes, with all that belongs to it.
struct TreeRemoval {
  TreeId tree_id{};
  std::int64_t nodes = 0;
  std::int64_t documents = 0;  ///< its tree.json and node files
  std::int64_t states = 0;     ///< its state document
  std::int64_t checkpoints = 0;
  std::int64_t files = 0;     ///< kept whole: values of large variables, histories
  bool has_settings = false;  ///< limits or a budget
};

/// Old tasks that stay.
struct Kept {
  std::optional<TaskId> id{};       ///< of a task outside trees
  std::optional<TreeId> tree_id{};  ///< of a tree
  std::int64_t tasks = 0;
  std::string because{};  ///< "2 of its 5 nodes are not finished", "task-0007 is not finished and needs it"
};

/// A failed task that is old, and that nobody reviewed: it stays.
struct OldFailure {
  TaskId id{};
  std::string completed_at{};
  std::optional<TreeId> tree_id{};
};

/// A finished task that never goes by its age: its end is no strict ISO time with a zone (absent, a number of
/// milliseconds, a time without a zone), and no tree document or fork says when it ended.
struct UndatedTask {
  TaskId id{};  ///< its node id where it has no store id
  std::string state{};
  std::string completed_at{};       ///< as the task says it, a number as its digits; empty: it says none
  std::optional<TreeId> tree_id{};  ///< its tree stays with it
};

/// A variable of a temporary state document whose time to live is over.
struct ExpiredVariable {
  std::string state{};  ///< the document's id
  std::string name{};
  std::string expired_at{};  ///< UTC, milliseconds
};

struct CleanupReport {
  std::string at{};                     ///< the moment that all ages are told from; UTC
  std::vector<Removal> tasks{};         ///< oldest end first
  std::vector<TreeRemoval> trees{};     ///< of these tasks those that are nodes
  std::vector<Kept> kept{};             ///< old tasks that stay, and why; trees first
  std::int64_t kept_tasks = 0;          ///< how many these are
  std::vector<OldFailure> to_review{};  ///< empty with FailedWork::all
  std::vector<UndatedTask> undated{};   ///< of the states that go by their age at all
  std::vector<Finding> warnings{};  ///< `time_to_come`: a finished task has a time that is not yet; it stays
  std::int64_t removed = 0;         ///< tasks removed; 0 in a dry run
  std::int64_t bytes = 0;           ///< of the values of `tasks`
  std::int64_t events = 0;          ///< the oldest events, up to the first that is kept; never the newest
  std::int64_t requests = 0;
  std::vector<ExpiredVariable> expired{};  ///< variables of temporary documents that go, each by itself
  std::vector<std::string>
      empty_states{};               ///< ids of temporary documents in which nothing is left; they go too
  WorkflowPruneReport workflows{};  ///< checkpoints of workflows and loops that go, or are packed
  /// Places in the project of files that rlmdb had written for what went, and removed; empty in a dry run.
  std::vector<std::string> project_files{};
  PruneReport checkpoints{};  ///< of tasks, trees and state documents; not those that go with theirs
  bool applied = false;
};

/// Nothing goes by it.
[[nodiscard]] inline bool is_empty(const CleanupReport& report) {
  return report.tasks.empty() && report.expired.empty() && report.empty_states.empty() &&
         report.workflows.removed.empty() && report.workflows.packed.empty() &&
         report.checkpoints.removed.empty() && report.events == 0 && report.requests == 0;
}

/// Removes what the policy lets go, in batches; every batch is durable by itself and writes one event a task
/// and one a tree. What changed since it was planned stays. Removed records are remembered: an import that
/// meets one leaves it out and says so (`removed_here`). First, in one transaction, what has expired in
/// temporary state documents goes: the policy has no say in that. Last, what rlmdb itself wrote for them into
/// the project that the database is of goes too (exported documents, reports, copies of values); what others
/// wrote there stays and is a warning (`tree_files_left`, `value_file_left`). The space is used again by
/// later writes. Throws Error conflict, and removes nothing, when the clock lies before the newest event,
/// or something would go and it is not believed (ClockTrust); busy; io. On a full disk the batches get smaller, down to one task or tree; where not even that fits it is
/// Error io, and what went before stays gone.
[[nodiscard]] CleanupReport cleanup(Store& store, const CleanupOptions& options = {});

}  // namespace rlmdb
