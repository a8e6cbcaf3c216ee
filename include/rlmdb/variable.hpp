// SPDX-License-Identifier: MIT
/// Variables (the REPL variables of the RLM state): of tasks, which are the members of
/// metadata.rlm_state, and of state documents. SetVariable, DeleteVariable, RenameVariable and
/// CountReads of change.hpp change them: of a task by Store::change, of a state document by change_states.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rlmdb/change.hpp"
#include "rlmdb/finding.hpp"
#include "rlmdb/history.hpp"
#include "rlmdb/state.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/tree.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb {

/// "global", "session:sess-1": how events and messages name it.
[[nodiscard]] std::string to_text(const StateName& state);

/// Whose variables: a task's, or those of a state document.
using VariableOwner = std::variant<TaskId, StateName>;

/// The store id, or to_text of the state.
[[nodiscard]] std::string to_text(const VariableOwner& owner);

/// A variable as it is stored. Absent members are nullopt; nothing is made up.
struct Variable {
  VariableOwner owner{};  ///< whose variable it is
  std::string name{};
  JsonText value{};      ///< as it stands; of a `file_path` that came in so, the reference, "file:…"
  bool is_bare = false;  ///< the state holds the value itself, without a variable object around it
  std::optional<std::string> type{};  ///< as given: text, number… of the schema, or string, object… of typeof
  std::optional<std::string> description{};
  std::optional<std::string> source{};
  std::optional<std::string> created_at{};  ///< the source's own text
  std::optional<std::string> updated_at{};
  std::optional<std::int64_t> access_count{};
  bool read_only = false;
  std::optional<std::string> scope{};
  std::optional<double> ttl_seconds{};
  /// UTC, milliseconds: created_at + ttl_seconds; nullopt where there is no ttl, created_at is no ISO time in
  /// UTC, or the end is past the year 2261.
  std::optional<std::string> expires_at{};
  bool is_expired = false;  ///< expires_at is past
  /// Where a copy of the value lies, or is put by an export, from the project's root on; nullopt: nowhere,
  /// and of what was at an earlier moment.
  std::optional<std::string> file{};
};

/// Whether a variable that a task lacks is looked for in its parents.
enum class Inherit { no, yes };

/// The variables of one task in the order of its state; expired ones too. From one snapshot. Error not_found
/// for an unknown task.
[[nodiscard]] std::vector<Variable> variables_of_task(const Store& store, const TaskId& task);

/// The variables that the task had at an earlier moment, as task_json_at gives its record, with the same
/// errors. Whether one is expired is told as of now.
[[nodiscard]] std::vector<Variable> variables_at(const Store& store, const TaskId& task,
                                                 const Moment& moment);

/// One variable. With Inherit::yes that of the nearest task upwards that has it, each by its parent_id, which
/// may not be expired. Errors: not_found for an unknown task; "Variable NAME not found in TASK" where it is
/// not there, or has expired; with Inherit::yes "No parent task" where the task has no parent to ask,
/// "Variable NAME not found in parent" where none has it.
[[nodiscard]] Variable find_variable(const Store& store, const TaskId& task, const std::string& name,
                                     Inherit inherit = Inherit::no);

/// Those of a state document, as above; time travel and history too. Error not_found where there is none.
[[nodiscard]] std::vector<Variable> variables_of_state(const Store& store, const StateName& state);
[[nodiscard]] Variable find_variable(const Store& store, const StateName& state, const std::string& name);
[[nodiscard]] std::vector<Variable> variables_at(const Store& store, const StateName& state,
                                                 const Moment& moment);

/// A whole state as programs of the legacy store load it: the values of variables by their names, as the text
/// of one JSON object in their order. Without those that have expired or have no value; `Final`, which is
/// null until its owner is done, is null and first where it is among none of them.
[[nodiscard]] JsonText loaded_state(std::span<const Variable> variables);

/// A state document without its variables.
struct StateSummary {
  StateName state{};
  std::int64_t variables = 0;
  std::int64_t version = 0;
  std::string last_updated_at{};  ///< as the document says; "": it does not
  std::string completion_status{};
  bool is_imported = false;
};

/// All state documents by scope and name.
[[nodiscard]] std::vector<StateSummary> list_states(const Store& store);

/// That one. Error not_found.
[[nodiscard]] StateSummary find_state(const Store& store, const StateName& state);

/// Removes a state document: its variables, its log, and its list of checkpoints, in one transaction and with
/// an event `state:removed`. Its events stay, and so do checkpoints that were taken of it. Error not_found.
void drop_state(Store& store, const StateName& state);

/// Sets the completion_status of a state document that is there, until its Final changes: incomplete,
/// complete, error or cancelled. Error conflict where the document has no object as its metadata.
struct SetCompletion {
  std::string status{};
  std::string reason{};  ///< kept with the event
};

/// One change of one variable in a state document, or of its status. `only_if.if_version` is the document's
/// version, 0 for one that does not exist yet; there are no claims of it.
struct StateChange {
  StateName state{};
  std::variant<SetVariable, DeleteVariable, RenameVariable, CountReads, SetCompletion> action{};
  Precondition only_if{};
  /// The task whose worker makes the change (in a command of `rlmdb work` that is RLMDB_TASK): its node is in
  /// the log. One that is no node, or is not there, says nothing.
  std::optional<TaskId> by_task{};
};

/// All changes in one transaction, as Store::change. A first SetVariable makes the document. `Final` set to
/// anything but null makes its completion_status complete, null incomplete. The results' id is to_text of the
/// state, their state its completion_status. Cost: the variables that change, not the document.
ChangeReport change_states(Store& store, std::span<const StateChange> changes,
                           const std::string& request_id = {});

enum class VariableOperation { created, updated, deleted, renamed, rolled_back };

/// One change of one variable.
struct VariableMutation {
  std::int64_t event_seq = 0;  ///< `events.seq`; 0: of the log that came with a state document
  std::string at{};            ///< UTC, milliseconds; of such a log as given, "": not given
  std::string by{};            ///< the owner who wrote it; "": not known
  VariableOperation operation = VariableOperation::created;
  std::string name{};                   ///< after the change; of a deleted one, its name
  std::string old_name{};               ///< of a rename; else ""
  std::optional<JsonText> old_value{};  ///< nullopt: there was none
  std::optional<JsonText> new_value{};  ///< nullopt: there is none
  std::optional<std::string> source{};  ///< the variable's source after the change, before it where it went
  std::string reason{};                 ///< as the change gave it; ""
  /// Node id: of a task's variable the task's, of a state document's that whose worker changed it; "": none
  /// is known.
  std::string node_id{};
};

/// Every change of the variables of a task that the history knows, oldest first; with `name` those of one
/// variable, through its renames backwards. What came with the task's first import, or before the oldest
/// event kept, is no change; of a state document the log that came with it stands before them. Reads the
/// task's events in one snapshot. Error not_found for an unknown task.
[[nodiscard]] std::vector<VariableMutation> variable_history(const Store& store, const TaskId& task,
                                                             const std::optional<std::string>& name = {});
[[nodiscard]] std::vector<VariableMutation> variable_history(const Store& store, const StateName& state,
                                                             const std::optional<std::string>& name = {});

/// `history_left` where variables of tasks had other values before: legacy files have no place for these. The
/// message says of how many tasks and what shows them. `tree`: of the tasks of that one alone. Walks all
/// changes.
[[nodiscard]] std::optional<Finding> variable_history_not_exported(const Store& store,
                                                                   const std::optional<TreeId>& tree = {});

}  // namespace rlmdb
