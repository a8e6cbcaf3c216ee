// SPDX-License-Identifier: MIT
#include "variables/var_documents.hpp"

#include <span>

#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "frame/worker_task.hpp"
#include "tasks/print_changes.hpp"
#include "variables/print_variables.hpp"
#include "variables/var_changes.hpp"
#include "variables/var_store.hpp"

namespace rlmdb::cli {
namespace {

const StateName& state_of(const VariableOwner& owner, const std::string& verb) {
  const auto* state = std::get_if<StateName>(&owner);
  if (state == nullptr) {
    throw Error(ErrorCode::usage, verb + " is for state documents", to_text(owner),
                "--global, --session ID, --tree ID, --temp ID or --state ID");
  }
  return *state;
}

ChangeReport set_status(Store& store, const StateChange& change, const VarOptions& options) {
  try {
    return change_states(store, std::span(&change, 1), options.change.request_id.value_or(""));
  } catch (const Error& error) {
    throw variable_error(error, options);
  }
}

}  // namespace

void list_documents(const VarOptions& options, Context& context) {
  static_cast<void>(names_of(VarVerb::states, options));
  const std::vector<StateSummary> states = list_states(open_database(context, Access::read_only));
  context.out.write(context.wants_json() ? json_success("var", json_states(states))
                                         : state_rows().text(states, context.terminal));
  context.out.flush();
  if (states.empty()) {
    context.talk("no state documents\n");
  }
}

void set_document_status(const VariableOwner& owner, const VarOptions& options, Context& context) {
  const std::string status = names_of(VarVerb::status, options).front();
  const StateName& state = state_of(owner, "status");
  context.out.require_writable();
  Store& store = open_database(context, Access::read_write);
  const ChangeReport report = set_status(store,
                                         {state, SetCompletion{status, options.reason.value_or("")},
                                          precondition_of(options.change), worker_task()},
                                         options);
  context.out.set_failure_hint("the change itself is done");
  context.out.write(context.wants_json() ? json_success("var", json_variable_changes(report))
                                         : text_changes(report, context.terminal));
  context.out.flush();
  context.talk(text_repeated(report.repeated));
}

ExitCode drop_document(const VariableOwner& owner, const VarOptions& options, Context& context) {
  static_cast<void>(names_of(VarVerb::drop, options));
  const StateName& state = state_of(owner, "drop");
  if (options.is_sure) {
    context.out.require_writable();
  }
  Store& store = open_database(context, options.is_sure ? Access::read_write : Access::read_only);
  const std::vector<StateSummary> dropped{find_state(store, state)};
  ExitCode exit_code = ExitCode::done;
  if (options.is_sure) {
    drop_state(store, state);
    context.out.set_failure_hint("the document itself is removed");
    exit_code = settle_files(store, owner, options.root, context);
  }
  context.out.write(context.wants_json() ? json_success("var", json_dropped(dropped, options.is_sure))
                                         : state_rows().text(dropped, context.terminal));
  context.out.flush();
  context.talk(options.is_sure ? "the state document is removed\n"
                               : "nothing was changed; --yes removes this state document\n");
  return exit_code;
}

}  // namespace rlmdb::cli
