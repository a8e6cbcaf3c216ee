// SPDX-License-Identifier: MIT
#include "format/json_writer.hpp"
#include "variables/print_variables.hpp"

namespace rlmdb::cli {
namespace {

/// `task_id`, `state`: one of them is null.
JsonObject& add_owner(JsonObject& object, const VariableOwner& owner) {
  const bool is_task = std::holds_alternative<TaskId>(owner);
  const std::string name = to_text(owner);
  return object.add("task_id", is_task ? std::optional(name) : std::nullopt)
      .add("state", is_task ? std::nullopt : std::optional(name));
}

JsonObject& add_variable(JsonObject& object, const Variable& variable) {
  return add_owner(object, variable.owner)
      .add("name", variable.name)
      .add("value", variable.value)
      .add("type", variable.type)
      .add("description", variable.description)
      .add("source", variable.source)
      .add("created_at", variable.created_at)
      .add("updated_at", variable.updated_at)
      .add("access_count", variable.access_count)
      .add("read_only", variable.read_only)
      .add("scope", variable.scope)
      .add("ttl_seconds", variable.ttl_seconds)
      .add("expires_at", variable.expires_at)
      .add("is_expired", variable.is_expired)
      .add("is_bare", variable.is_bare);
}

void append_variable(std::string& json, const Variable& variable) {
  JsonObject object(json);
  add_variable(object, variable).close();
}

void append_mutation(std::string& json, const VariableMutation& mutation) {
  JsonObject(json)
      .add("seq", mutation.event_seq)
      .add("at", mutation.at)
      .add_or_null("actor", mutation.actor)
      .add("operation", to_text(mutation.operation))
      .add("name", mutation.name)
      .add("old_name",
           mutation.operation == VariableOperation::renamed ? std::optional(mutation.old_name) : std::nullopt)
      .add("old_value", mutation.old_value)
      .add("new_value", mutation.new_value)
      .add("source", mutation.source)
      .add_or_null("reason", mutation.reason)
      .close();
}

void append_state(std::string& json, const StateSummary& summary) {
  JsonObject(json)
      .add("scope", to_text(summary.state.scope))
      .add("id", std::string_view(summary.state.id))
      .add("variables", summary.variables)
      .add("version", summary.version)
      .add_or_null("last_updated_at", summary.last_updated_at)
      .add_or_null("completion_status", summary.completion_status)
      .add("is_imported", summary.is_imported)
      .close();
}

}  // namespace

std::string json_variable(const Variable& variable, const std::optional<JsonText>& content) {
  std::string json;
  JsonObject object(json);
  add_variable(object, variable).add("content", content).close();
  return json;
}

std::string json_variables(const VariableOwner& owner, const std::vector<Variable>& variables) {
  std::string json;
  JsonObject object(json);
  add_owner(object, owner)
      .add_array("variables", variables, append_variable)
      .add("count", static_cast<std::int64_t>(variables.size()))
      .close();
  return json;
}

std::string json_history(const VariableOwner& owner, const std::vector<VariableMutation>& mutations) {
  std::string json;
  JsonObject object(json);
  add_owner(object, owner).add_array("mutations", mutations, append_mutation).close();
  return json;
}

std::string json_states(const std::vector<StateSummary>& states) {
  std::string json;
  JsonObject(json).add_array("states", states, append_state).close();
  return json;
}

std::string json_dropped(const std::vector<StateSummary>& states, bool is_dropped) {
  std::string json;
  JsonObject(json).add_array("states", states, append_state).add("is_dropped", is_dropped).close();
  return json;
}

}  // namespace rlmdb::cli
