// SPDX-License-Identifier: MIT
/// Changes of tasks as values: what a caller asks for, on which condition, and what came of it. Store::change
/// applies them. Meanings are those of the legacy TaskStore, with its accidents repaired: an
/// unknown id, a state that does not allow the change and a lost write are errors.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "rlmdb/finding.hpp"
#include "rlmdb/run.hpp"
#include "rlmdb/task.hpp"
#include "rlmdb/tree.hpp"

namespace rlmdb {

/// The text of one JSON value, kept exactly as given apart from white space between its tokens.
struct JsonText {
  std::string text{};
};

/// `yes`: any state, claimed or not, as the legacy store allowed. Versions are still compared.
enum class Force { no, yes };

/// What must hold for a change to happen; otherwise Error conflict and nothing changes.
struct Precondition {
  std::optional<std::int64_t> if_version{};  ///< the row's `version`
  std::optional<std::int64_t> token{};       ///< the fencing token of the claim that the task must be under
  Force force = Force::no;
};

/// A time before which a task is given to nobody: "2026-02-09T10:00:00Z" or with an offset, or so long from now.
using EarliestStart = std::variant<std::string, std::chrono::milliseconds>;

/// A new task, queued. Ids are `task-` and at least four digits, past the highest ever used.
struct NewTask {
  std::variant<std::string, JsonText> prompt{};  ///< UTF-8 text, or any JSON value as the legacy store takes
  std::optional<std::string> agent{};
  std::optional<JsonText>
      priority{};  ///< a number, or high, medium, low, P0 to P4 (3, 2, 1, 4 to 0); absent: 0
  /// An object; absent: {}. Error not_found for a depends_on in it that names an id that no task has, without
  /// force.
  std::optional<JsonText> metadata{};
  /// Makes the task a tree node below this one: `metadata` gets tree_id, node_id, parent_id and depth. The
  /// parent may be queued, running or failed; with an unfinished child it waits to be merged.
  std::optional<TaskId> parent{};
  std::optional<TreeId> tree{};  ///< a node of this tree; without `parent` its root
  /// The root of a new tree whose id is made here: "tree-" and eight random hex digits, of no tree there is.
  bool makes_tree = false;
  // Only for a root; kept with the settings of its tree.
  std::optional<std::string> execution_mode{};  ///< strict, seeded, logged, default
  std::optional<std::string> session_id{};      ///< groups trees
  // Only for a node; kept in `metadata` under the names that come last here.
  std::optional<std::string> decomposition_strategy{};  ///< parallel, sequential, conditional, map-reduce
  std::optional<std::string> merge_strategy{};          ///< concatenate, summarize, vote, best-of-n
  std::optional<JsonText> context{};                    ///< an object: context_reference
  std::optional<JsonText> config{};                     ///< an object: execution_config
  /// Not claimed before these are completed or cancelled; kept as metadata.depends_on.
  std::vector<TaskId> depends_on{};
  std::optional<std::int64_t> max_attempts{};  ///< lost attempts after which it fails; absent: 3
  /// After the first lost attempt, then doubled, up to an hour; absent: 1 s.
  std::optional<std::chrono::milliseconds> backoff{};
  /// From its first moment on the Store's owner holds it, so long (hold_tasks, which sets it for all that he
  /// holds); absent: anybody may claim it.
  std::optional<std::chrono::milliseconds> hold{};
  std::optional<std::int64_t> hold_pid{};     ///< HoldTasks::owner_pid; Error usage without `hold`
  std::optional<EarliestStart> not_before{};  ///< not claimed before; one that is past holds nothing up
};

/// queued → running: startedAt is now. `pid` is the process that runs it; absent: none is known. Without
/// force Error conflict for a task that waits for others (Readiness: child, sibling, ancestor, dependency,
/// dependency_unknown, dependency_cycle) or is scheduled for later.
struct StartTask {
  std::optional<std::int64_t> pid{};
};

/// running → completed: completedAt is now, pid null. An `error` of an earlier attempt stays. Without force
/// Error conflict for a node with a child that is queued or running, which nobody would merge.
struct CompleteTask {
  std::variant<std::monostate, std::string, JsonText> result{};  ///< monostate: `result` stays as it is
  RunDetails details{};  ///< status: success or partial; the output is `result`
  RunCost cost{};        ///< as for AddCost
};

/// What becomes of a task whose run failed. `as_configured`: it is queued again, after its backoff, until as
/// many attempts as the task was given (max_attempts, or a retry_policy of its execution_config) were lost or
/// failed; one that was given none stays failed.
enum class AfterFailure { stays_failed, as_configured };

/// queued or running → failed: completedAt is now, pid null. A `result` of an earlier attempt stays. With a
/// code or details the result says of this failure {"status": "failed", "errors": [{message, code,
/// timestamp}], …}: what it was before stays its output. So it does where an earlier attempt had failed,
/// whose errors come first, also once the task is completed. Tried again, it is queued with one attempt more,
/// an event `task:failed` and one `task:retried`, and the error stays.
struct FailTask {
  std::string error{};                ///< UTF-8
  std::optional<std::string> code{};  ///< of the error, "RATE_LIMIT"
  RunDetails details{};               ///< status: failed
  RunCost cost{};                     ///< as for AddCost
  AfterFailure after = AfterFailure::stays_failed;
  std::optional<std::string> timestamp{};  ///< when it happened, as of a RunFault; absent: now
};

/// queued or running → cancelled: completedAt is now, pid null. Needs the token only while a claim holds.
struct CancelTask {};

/// failed or cancelled → queued: counts an attempt, clears pid, backoff and `completedAt`, keeps result,
/// error and output, and the time that it is scheduled for where it never began.
struct RetryTask {};

/// Adds to what the task has used, metadata.cost_tracking, whatever its state: an event `task:cost` and a
/// version of its own, also where a CompleteTask or FailTask brings it. Error invalid_input for a number
/// below 0; conflict where the record has something else than a number there.
struct AddCost {
  RunCost cost{};
};

/// Appends to the output of a running task. Costs the size of the chunk, however long the output is.
struct AppendOutput {
  std::string chunk{};  ///< UTF-8
};

/// Error conflict while a claim holds, without its token or force.
/// Merges members into the record, as the legacy updateTask: present members keep their place, new ones come
/// last, `id` cannot be set. A `state` must be one of the five and, without force, allowed to follow. A name
/// with dots leads into objects, "metadata.note", and makes those that are missing, unless the record has a
/// member of that very name. Without force Error conflict where the node would leave its tree, or variables
/// or checkpoints would go, or where metadata.depends_on newly leads back to the task; not_found where it
/// newly names an id that no task has, after all changes of the call; usage for a new member depends_on.
/// A node gets another place by metadata.parent_id, the store id or node id of a node of its tree: its depth, and
/// those of all below it, go along where anybody gave them, each as a change (`task:updated`) of its task.
/// Without force Error conflict for a second root of the tree, a parent below the node itself or of another
/// tree; not_found for a parent that there is not.
/// Of a tree's root, `execution_mode` and `session_id`, unless its record has such members, are the tree's: a
/// text, or null for what its document says. Error usage for another node of a tree.
struct SetMembers {
  std::vector<std::pair<std::string, JsonText>> members{};
  /// Of a queued task, else Error conflict: instead of the time that it is scheduled for, and of its backoff.
  std::optional<EarliestStart> not_before{};
};

/// Adds to what the task depends on, metadata.depends_on, and takes from it; what stays keeps its place. Ids
/// that are added become store ids. Refused like a SetMembers of that member (a claim that holds, a circle,
/// an id that no task has); not_found too where it does not depend on what is to be taken away.
struct ChangeDependencies {
  std::vector<TaskId> add{};
  std::vector<TaskId> remove{};
};

/// Adds {at, by, text} to the end of metadata.notes, whatever the state is and whoever works on the task: `at` is
/// now. Errors: usage for a text without a word; conflict where metadata.notes is no list.
struct AddNote {
  std::string text{};
  std::optional<std::string> by{};  ///< who says so; absent: the note has no `by`
};

/// Creates or overwrites a variable of the task: the member `name` of metadata.rlm_state. It becomes a
/// variable object {name, value, type, …, created_at} in the schema's order; one that is there keeps its
/// place and what is not given, and gets `updated_at`; with a ttl, or when it has expired, it begins anew:
/// created_at is now. A name is a letter or _, then letters, digits and _, at most 128, unless a variable has
/// it already. Without force Error conflict for a read-only variable, and for `prompt` of a task that was
/// started; Error invalid_input past 1,000 variables. Costs that variable where rows say
/// the state; else, as a delete and a rename, the record without its output.
struct SetVariable {
  std::string name{};
  JsonText value{};
  /// One of k_variable_types (rlmdb/words.hpp); absent: the one there is where it
  /// still fits the value, else that of the value's kind. Error invalid_input where the value cannot have it:
  /// json fits any, array an array, file_path a text that begins with `file:`.
  std::optional<std::string> type{};
  std::optional<std::string> description{};
  std::optional<std::string> source{};
  std::optional<bool> read_only{};
  std::optional<std::int64_t> ttl_seconds{};  ///< from now on; 0: for ever
  std::string reason{};                       ///< kept with the event
  /// The value is to have a copy in a file of the project, as one of more than 10,240 bytes of JSON has
  /// anyway once the project is exported. settle_value_files() of reference.hpp writes it. Error
  /// invalid_input where the owner's id cannot name a directory, conflict where each place is another
  /// value's.
  bool in_file = false;
};

/// Takes a variable away. Error not_found when it is not there; conflict as for SetVariable.
struct DeleteVariable {
  std::string name{};
  std::string reason{};
};

/// The variable keeps its place, value and times. Error not_found when it is not there, conflict when the new
/// name is taken, and as for SetVariable.
struct RenameVariable {
  std::string name{};
  std::string new_name{};
  std::string reason{};
};

/// Adds to the variable's access_count. A read by itself counts nothing and writes nothing; whoever wants
/// reads counted says how many there were, for many of them at once. It changes nothing else of the variable
/// and is not in its history, but it is a change with a version and an event: it costs what SetVariable does.
/// Read-only variables count too. Error not_found when it is not there; conflict for a bare value, which has
/// no place for a count, and where the count is no whole number or the sum is past 2^63 - 1.
struct CountReads {
  std::string name{};
  std::int64_t reads = 1;  ///< since they were counted last, at least 1
};

/// How long a claimed task stays nobody else's, unless the caller says otherwise.
inline constexpr std::chrono::minutes k_default_lease{15};

/// The claim's lease lasts `lease` from now. Needs the token.
struct Heartbeat {
  std::chrono::milliseconds lease = k_default_lease;
};

/// running → queued, claimable again at once; counts no attempt. Needs the token.
struct ReleaseTask {};

using TaskAction = std::variant<NewTask, StartTask, CompleteTask, FailTask, CancelTask, RetryTask,
                                AppendOutput, SetMembers, Heartbeat, ReleaseTask, AddCost, SetVariable,
                                DeleteVariable, RenameVariable, CountReads, ChangeDependencies, AddNote>;

/// One change of one task.
struct TaskChange {
  TaskId id{};  ///< empty for NewTask
  TaskAction action{};
  Precondition only_if{};
};

/// What came of a TaskChange.
struct ChangeResult {
  TaskId id{};
  std::string state{};         ///< after
  std::int64_t version = 0;    ///< after
  std::int64_t event_seq = 0;  ///< `events.seq`: the change's place in the order of all changes
  std::optional<std::string> lease_expires_at{};  ///< UTC; of a Heartbeat
  std::optional<TreeId> tree{};                   ///< of a NewTask that is a node
  /// Of a NewTask: the limits of its tree that it goes beyond (code as in LimitUse). Of that and SetMembers:
  /// members that are missing, or ids of another form, than the schemas have it (unlike_schema); other types,
  /// words and ranges are refused. Of a StartTask: as Claim::warnings. Not repeated with the answer to an earlier request.
  std::vector<Finding> warnings{};
};

struct ChangeReport {
  std::vector<ChangeResult> results{};  ///< one a change, in order
  bool repeated = false;                ///< the answer to an earlier call with the same request id
};

}  // namespace rlmdb
