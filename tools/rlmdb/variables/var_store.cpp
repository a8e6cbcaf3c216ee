// SPDX-License-Identifier: MIT
#include "variables/var_store.hpp"

#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "frame/warnings.hpp"
#include "frame/worker_task.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/reference.hpp"

namespace rlmdb::cli {
namespace {

[[noreturn]] void refuse(const char* what, const VariableOwner& owner) {
  throw Error(ErrorCode::usage, std::string(what) + " is for the variables of a task", to_text(owner),
              "with --task ID");
}

StateChange state_change(const VariableOwner& owner, const TaskAction& action) {
  StateChange change{std::get<StateName>(owner), {}, {}};
  change.by_task = worker_task();
  if (const auto* set = std::get_if<SetVariable>(&action)) {
    change.action = *set;
  } else if (const auto* gone = std::get_if<DeleteVariable>(&action)) {
    change.action = *gone;
  } else if (const auto* rename = std::get_if<RenameVariable>(&action)) {
    change.action = *rename;
  } else if (const auto* reads = std::get_if<CountReads>(&action)) {
    change.action = *reads;
  } else {
    refuse("--complete", owner);
  }
  return change;
}

/// A change of the same thing before it has raised the version.
template <class Change>
void put_condition(std::vector<Change>& changes, const Precondition& only_if) {
  for (Change& change : changes) {
    change.only_if = only_if;
    if (&change != &changes.front()) {
      change.only_if.if_version.reset();
    }
  }
}

}  // namespace

std::vector<Variable> list_variables(const Store& store, const VariableOwner& owner,
                                     const std::optional<Moment>& at) {
  if (const auto* task = std::get_if<TaskId>(&owner)) {
    return at.has_value() ? variables_at(store, *task, *at) : variables_of_task(store, *task);
  }
  const auto& state = std::get<StateName>(owner);
  return at.has_value() ? variables_at(store, state, *at) : variables_of_state(store, state);
}

Variable read_variable(const Store& store, const VariableOwner& owner, const std::string& name,
                       Inherit inherit) {
  if (const auto* task = std::get_if<TaskId>(&owner)) {
    return find_variable(store, *task, name, inherit);
  }
  if (inherit == Inherit::yes) {
    refuse("--inherit", owner);
  }
  return find_variable(store, std::get<StateName>(owner), name);
}

std::vector<VariableMutation> list_mutations(const Store& store, const VariableOwner& owner,
                                             const std::optional<std::string>& name) {
  if (const auto* task = std::get_if<TaskId>(&owner)) {
    return variable_history(store, *task, name);
  }
  return variable_history(store, std::get<StateName>(owner), name);
}

ChangeReport change_variables(Store& store, const VariableOwner& owner,
                              const std::vector<TaskAction>& actions, const Precondition& only_if,
                              const std::string& request_id) {
  if (const auto* task = std::get_if<TaskId>(&owner)) {
    std::vector<TaskChange> changes;
    for (const TaskAction& action : actions) {
      changes.push_back({*task, action, {}});
    }
    put_condition(changes, only_if);
    return store.change(changes, request_id);
  }
  std::vector<StateChange> changes;
  for (const TaskAction& action : actions) {
    changes.push_back(state_change(owner, action));
  }
  put_condition(changes, only_if);
  return change_states(store, changes, request_id);
}

void require_file_of(const Store& store, const VariableOwner& owner, const std::string& name,
                     const std::filesystem::path& root) {
  try {
    require_value_file(store, owner, name, root);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::not_found || std::holds_alternative<TaskId>(owner)) {
      throw;
    }
  }
}

ExitCode settle_files(Store& store, const VariableOwner& owner, const std::optional<std::string>& root,
                      Context& context) {
  if (context.options.only_database || (!root.has_value() && !has_project(context))) {
    return ExitCode::done;
  }
  const ValueFileReport report = settle_value_files(store, find_root(context, root), owner);
  for (const Finding& left : report.left) {
    keep_warning(left);
  }
  if (!context.wants_json()) {
    context.talk(text_warnings(report.left, context.error_terminal));
  }
  return report.left.empty() ? ExitCode::done : ExitCode::findings;
}

}  // namespace rlmdb::cli
