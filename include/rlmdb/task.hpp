// SPDX-License-Identifier: MIT
/// The vocabulary of a task as people see it. The exact source text of a record (member order, odd types,
/// odd escapes) is not here: export gives it back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rlmdb/time_span.hpp"

namespace rlmdb {

/// A task's state. `unknown` stands for any text outside the legacy enum; the text itself
/// is kept and exported unchanged.
enum class TaskState { queued, running, completed, failed, cancelled, unknown };

/// A store id such as "task-0001". Opaque: never parsed for meaning. Distinct from a node id such as
/// "task-a1b2c3d4", which looks alike and is a text here, as ids are that only a record or a file names.
/// No id is std::nullopt.
struct TaskId {
  std::string text{};
  friend bool operator==(const TaskId&, const TaskId&) = default;
};

/// A tree's id, "tree-12345678". Opaque.
struct TreeId {
  std::string text{};
  friend bool operator==(const TreeId&, const TreeId&) = default;
};

/// Its text; "" where there is no id.
[[nodiscard]] inline std::string id_text(const std::optional<TaskId>& id) {
  return id ? id->text : std::string();
}
[[nodiscard]] inline std::string id_text(const std::optional<TreeId>& id) {
  return id ? id->text : std::string();
}

/// The claim that a running task is under, or the hold of a queued one (hold.hpp).
struct TaskClaim {
  std::string owner{};                ///< a name (StoreOptions::owner)
  std::string host{};                 ///< on which it was made
  std::optional<std::int64_t> pid{};  ///< for people, unless the claim was to end with it
  std::string lease_expires_at{};     ///< UTC, milliseconds
  /// Nobody works on it any more: the lease has ended, or its owner is proven dead. The next claim, or
  /// recover(), takes the task back.
  bool is_over = false;
};

/// One row of `list`. Times are the source's own text; absent members are nullopt.
struct TaskSummary {
  TaskId id{};
  std::optional<TaskState> state{};  ///< nullopt where the record has no state
  std::string state_text{};          ///< the state as the source spells it; "" where it has none
  std::optional<std::string> agent{};
  std::optional<double> priority{};
  std::string prompt{};                ///< whole prompt as UTF-8; non-string prompts as their JSON text
  std::optional<std::string> error{};  ///< of a failed task, the same way
  std::optional<std::string> created_at{};
  std::optional<std::string> started_at{};
  std::optional<std::string> completed_at{};
  std::optional<std::int64_t> pid{};
  std::optional<TreeId> tree_id{};
  std::int64_t version = 0;   ///< of the row, for Precondition::if_version
  std::int64_t attempts = 0;  ///< lost or failed ones
  /// It is running and nobody works on it, as recover() judges: its process is gone or its claim is over.
  bool is_process_gone = false;
  std::optional<TaskClaim> claim{};  ///< of a running task that was claimed, of a queued one that is held
  std::optional<std::string> scheduled_for{};  ///< of a queued task that is not to begin before: UTC
};

/// One task that another depends on.
struct Dependency {
  TaskId task{};             ///< the one that depends
  std::string depends_on{};  ///< the id as its record names it
  std::string state{};       ///< of what it depends on; "": no task has that id
  bool is_met = false;       ///< completed or cancelled: it holds nothing up
};

/// Counts as the legacy getStats() gives them: states outside the enum count in `total` only.
struct TaskStats {
  std::int64_t total = 0;
  std::int64_t queued = 0;
  std::int64_t running = 0;
  std::int64_t completed = 0;
  std::int64_t failed = 0;
  std::int64_t cancelled = 0;
};

/// A task's record as text.
struct RecordText {
  TaskId id{};
  std::string json{};        ///< canonical: two-space indent, no trailing newline
  std::int64_t version = 0;  ///< of the row, for Precondition::if_version
};

/// `newest`: by `createdAt` read as a date, ties in store order; those without a strict ISO time come last.
/// `oldest`: the same turned round.
enum class TaskOrder { newest, oldest };

/// What `list` shows. Empty members do not filter. Filters are equality on the source's own text, as in the
/// legacy getTasks(). `limit` 0 means no limit; a negative one drops that many from the end.
struct TaskFilter {
  std::optional<std::string> state{};
  std::optional<std::string> agent{};
  std::optional<TreeId> tree{};        ///< Error not_found where it has no node
  std::optional<std::string> where{};  ///< an SQL expression over `tasks` and `tree_nodes` columns, read-only
  TaskOrder order = TaskOrder::newest;
  std::int64_t offset = 0;  ///< so many are left out first; from 0
  std::int64_t limit = 0;
  TimeSpan created{};  ///< of `createdAt`, by an index; times that are no strict ISO times are in no span
  TimeSpan started{};  ///< of `startedAt`
  TimeSpan ended{};    ///< of `completedAt`
};

/// What a person who comes back wants to see (legacy getSummary()). Prompts are cut to 80
/// UTF-16 code units, never inside a character.
struct StoreSummary {
  TaskStats stats{};
  std::vector<TaskSummary> running{};  ///< newest first
  std::vector<TaskSummary> recent{};   ///< the five newest of any state
};

}  // namespace rlmdb
