// SPDX-License-Identifier: MIT
#include <iterator>
#include <utility>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "json/json_members.hpp"
#include "json/object_text.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/variable.hpp"
#include "sources/rlm_place.hpp"
#include "variables/state_log.hpp"
#include "variables/state_moment.hpp"
#include "variables/state_reader.hpp"
#include "variables/state_text.hpp"
#include "variables/value_files.hpp"
#include "variables/variable_edit.hpp"
#include "variables/variable_mutations.hpp"
#include "variables/variable_read.hpp"

namespace rlmdb {

namespace {

StateSummary summary_of(db::Connection& connection, const variables::StateHead& head) {
  const std::string_view metadata = json::find_member(head.outline, "metadata");
  const std::optional<StateScope> scope = sources::to_state_scope(head.scope);
  if (!scope) throw Error(ErrorCode::corrupt, "a state document has an unknown scope", "states.scope");
  StateSummary summary{{*scope, head.name}};
  summary.variables = records::VariableRows(connection).count({.state_id = head.id});
  summary.version = head.version;
  summary.last_updated_at = json::text_member(metadata, "last_updated_at").value_or("");
  summary.completion_status = json::text_member(metadata, "completion_status").value_or("");
  summary.is_imported = head.import_id.has_value();
  return summary;
}

/// Out of the text of an object.
std::vector<Variable> variables_in(const StateName& state, std::string_view object) {
  std::vector<Variable> variables;
  for (const auto& [name, text] : variables::variables_of_state(object))
    variables.push_back(variables::variable_of(state, name, text));
  return variables;
}

}  // namespace

std::string to_text(const StateName& state) {
  std::string text(to_text(state.scope));
  if (state.scope != StateScope::global) text += ':' + state.id;
  return text;
}

std::string to_text(const VariableOwner& owner) {
  const auto* task = std::get_if<TaskId>(&owner);
  return task != nullptr ? task->text : to_text(std::get<StateName>(owner));
}

std::vector<StateSummary> list_states(const Store& store) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  std::vector<StateSummary> states;
  for (const variables::StateHead& head : variables::StateRows(use.connection()).all())
    states.push_back(summary_of(use.connection(), head));
  return states;
}

StateSummary find_state(const Store& store, const StateName& state) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  return summary_of(use.connection(), variables::get_state(use.connection(), state));
}

std::vector<Variable> variables_of_state(const Store& store, const StateName& state) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  const variables::StateHead head = variables::get_state(use.connection(), state);
  std::vector<Variable> found =
      variables_in(state, variables::state_of(variables::StateReader(use.connection()).of_document(head.id)));
  variables::add_files(use.connection(), head.id, found);
  return found;
}

Variable find_variable(const Store& store, const StateName& state, const std::string& name) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  const variables::StateHead head = variables::get_state(use.connection(), state);
  const std::string text = variables::VariableEdit(use.connection()).find({.state_id = head.id}, name);
  if (text.empty())
    throw Error(ErrorCode::not_found, "there is no variable '" + name + "' in " + to_text(state),
                to_text(state), "`rlmdb var list` shows the variables there are");
  Variable variable = variables::variable_of(state, name, text);
  variables::add_files(use.connection(), head.id, {&variable, 1});
  if (variable.is_expired)
    throw Error(
        ErrorCode::not_found,
        "Variable " + name + " of " + to_text(state) + " expired at " + variable.expires_at.value_or(""),
        to_text(state), "`rlmdb var list` shows it");
  return variable;
}

std::vector<Variable> variables_at(const Store& store, const StateName& state, const Moment& moment) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  const variables::StateHead head = variables::get_state(connection, state);
  return variables_in(state, variables::state_at(connection, head, variables::seq_of(connection, moment)));
}

std::vector<VariableMutation> variable_history(const Store& store, const StateName& state,
                                               const std::optional<std::string>& name) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  const variables::StateHead head = variables::get_state(use.connection(), state);
  std::vector<VariableMutation> ours = variables::state_mutations(use.connection(), head);
  std::vector<VariableMutation> all = variables::imported_mutations(use.connection(), head, ours);
  std::move(ours.begin(), ours.end(), std::back_inserter(all));
  return name ? variables::mutations_of_one(all, *name) : all;
}

}  // namespace rlmdb
