// SPDX-License-Identifier: MIT
#include "variables/print_variables.hpp"

#include <fmt/format.h>

#include <string_view>

#include "format/units_text.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/json_text.hpp"
#include "tasks/print_changes.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_room_for_variable = 24;
constexpr std::size_t k_room_for_change = 18;

std::string_view words_for(JsonKind kind) {
  switch (kind) {
    case JsonKind::object:
      return "an object";
    case JsonKind::array:
      return "an array";
    case JsonKind::boolean:
      return "true or false";
    case JsonKind::null:
      return "null";
    case JsonKind::string:
      return "a text";
    case JsonKind::number:
      return "a number";
  }
  return "";
}

Error no_text(const Variable& variable, std::string_view why) {
  return Error(ErrorCode::invalid_input,
               fmt::format("Variable {} of {} {}", variable.name, to_text(variable.owner), why),
               to_text(variable.owner), "without --text it is printed as JSON");
}

const std::string& required_value(const Variable& variable) {
  if (variable.value.text.empty()) {
    throw Error(ErrorCode::not_found,
                fmt::format("Variable {} of {} has no value", variable.name, to_text(variable.owner)),
                to_text(variable.owner), "`rlmdb var list` shows what is known of it");
  }
  return variable.value.text;
}

const std::optional<std::string>& last_change(const Variable& variable) {
  return variable.updated_at.has_value() ? variable.updated_at : variable.created_at;
}

std::string arrow_of(const Terminal& terminal) {
  return terminal.has_utf8 ? " → " : " -> ";
}

Tint tint_of_operation(VariableOperation operation) {
  switch (operation) {
    case VariableOperation::created:
      return Tint::green;
    case VariableOperation::deleted:
      return Tint::red;
    case VariableOperation::rolled_back:
      return Tint::yellow;
    case VariableOperation::updated:
    case VariableOperation::renamed:
      break;
  }
  return Tint::none;
}

std::optional<std::string> task_of(const VariableOwner& owner) {
  return std::holds_alternative<TaskId>(owner) ? std::optional(to_text(owner)) : std::nullopt;
}

std::optional<std::string> state_of(const VariableOwner& owner) {
  return std::holds_alternative<TaskId>(owner) ? std::nullopt : std::optional(to_text(owner));
}

constexpr std::string_view k_about_task = "whose they are; null of a state document";
constexpr std::string_view k_about_state = "whose they are, \"session:ID\"; null of a task";

/// One of both is null.
JsonObject& add_owner(JsonObject& object, const VariableOwner& owner) {
  return object.add("task_id", task_of(owner), k_about_task).add("state", state_of(owner), k_about_state);
}

Tint tint_of_name(const Variable& variable) {
  return variable.is_expired ? Tint::dim : Tint::none;
}

TableCell type_cell(const Variable& variable) {
  return variable.is_bare ? TableCell{"bare", Tint::dim} : TableCell{variable.type.value_or("")};
}

TableCell expiry_cell(const Variable& variable) {
  return variable.is_expired ? TableCell{"expired", Tint::yellow}
                             : TableCell{minute_of(variable.expires_at.value_or(""))};
}

TableCell name_cell(const VariableMutation& mutation, const Terminal& terminal) {
  return {mutation.old_name.empty() ? mutation.name : mutation.old_name + arrow_of(terminal) + mutation.name};
}

/// A log that came with a document knows no events of ours.
std::optional<std::int64_t> event_seq(const VariableMutation& mutation) {
  return mutation.event_seq == 0 ? std::nullopt : std::optional(mutation.event_seq);
}

std::optional<std::string> old_name(const VariableMutation& mutation) {
  return mutation.operation == VariableOperation::renamed ? std::optional(mutation.old_name) : std::nullopt;
}

}  // namespace

std::string text_value(const Variable& variable, const Terminal& terminal) {
  return shown(required_value(variable), terminal) + "\n";
}

std::string text_of_value(const Variable& variable, const Terminal& terminal) {
  const std::string& json = required_value(variable);
  if (const JsonKind kind = json_kind(json); kind != JsonKind::string) {
    throw no_text(variable, fmt::format("is {}, no text", words_for(kind)));
  }
  const auto text = json_string_text(json);
  if (!text.has_value()) {
    throw no_text(variable, "holds half a surrogate pair, which no text can");
  }
  return terminal.is_terminal ? make_visible(*text, LineBreaks::keep) + "\n" : *text;
}

const Rows<Variable>& variable_rows() {
  static const Rows<Variable> k_rows(
      {{"task_id", about(k_about_task, [](const Variable& variable) { return task_of(variable.owner); })},
       {"state", about(k_about_state, [](const Variable& variable) { return state_of(variable.owner); })},
       {"name", &Variable::name, {"NAME", 10}, tint_of_name},
       {"value",
        about("as it is stored; null also where it has none", &Variable::value),
        {"VALUE", 8, k_room_for_variable}},
       {"type", about("as it was given", &Variable::type), {"TYPE", 7}, type_cell},
       {"description", &Variable::description},
       {"source", &Variable::source, {"SOURCE", 16}},
       {"created_at", &Variable::created_at},
       {"updated_at", &Variable::updated_at},
       {"access_count", about("how many reads were counted", &Variable::access_count)},
       {"read_only", about("only --force changes it", &Variable::read_only)},
       {"scope", &Variable::scope},
       {"ttl_seconds", &Variable::ttl_seconds},
       {"expires_at",
        about("created_at and ttl_seconds together, in UTC", &Variable::expires_at),
        {"EXPIRES", 7},
        expiry_cell},
       {"is_expired", &Variable::is_expired},
       {"is_bare",
        about("the state holds the value itself, without an object around it", &Variable::is_bare)},
       {"file", about("where a copy of the value lies, or an export puts one, from the project's root",
                      &Variable::file)}},
      {{"changed_at", as_time(last_change), {"CHANGED", time_width()}},
       {"expired", [](const Variable& variable) { return variable.is_expired ? "expired" : ""; }}},
      {.screen = "name type value source changed_at expires_at",
       .lines = "name type value changed_at expired",
       .gives_way = "changed_at source",
       .may_lack = "source changed_at expires_at"});
  return k_rows;
}

const Rows<VariableMutation>& mutation_rows() {
  static const Rows<VariableMutation> k_rows(
      {{"seq", about("of its event; null of a log that came with a state document", event_seq), {"SEQ", 3}},
       {"at",
        about("in UTC; of such a log as given", as_time(&VariableMutation::at)),
        {"TIME", time_width()}},
       {"by", about("the owner who wrote it", unless_empty(&VariableMutation::by))},
       {"operation",
        &VariableMutation::operation,
        {"CHANGE", 6},
        [](const VariableMutation& mutation) { return tint_of_operation(mutation.operation); }},
       {"name", about("after the change", &VariableMutation::name), {"NAME"}, name_cell},
       {"old_name", about("of a rename", old_name)},
       {"old_value",
        about("null where there was none", &VariableMutation::old_value),
        {"FROM", 8, k_room_for_change}},
       {"new_value",
        about("null where there is none any more", &VariableMutation::new_value),
        {"TO", 8, k_room_for_change}},
       {"source", about("the variable's", &VariableMutation::source)},
       {"reason", about("as the change gave it", unless_empty(&VariableMutation::reason)), {"REASON", 16}},
       {"node_id", about("of the task; of a state document that of the task whose worker made the change",
                         unless_empty(&VariableMutation::node_id))}},
      {},
      {.screen = "seq at operation name old_value new_value reason",
       .lines = k_every_column,
       .gives_way = "at reason",
       .may_lack = "reason"});
  return k_rows;
}

const Rows<StateSummary>& state_rows() {
  static const Rows<StateSummary> k_rows(
      {{"scope", [](const StateSummary& summary) { return summary.state.scope; }, {"SCOPE", 9}},
       {"id",
        about("\"\" for the global one", [](const StateSummary& summary) { return summary.state.id; }),
        {"ID", 14}},
       {"variables", about("how many", &StateSummary::variables), {"VARIABLES", 9}},
       {"version", &StateSummary::version, {"VERSION", 7}},
       {"last_updated_at", as_time(unless_empty(&StateSummary::last_updated_at)), {"UPDATED", time_width()}},
       {"completion_status", unless_empty(&StateSummary::completion_status), {"STATUS", 10}},
       {"is_imported", &StateSummary::is_imported}},
      {},
      {.screen = "scope id variables version last_updated_at completion_status",
       .gives_way = "last_updated_at completion_status"});
  return k_rows;
}

std::string json_variable(const Variable& variable, const std::optional<JsonText>& content) {
  JsonObject object;
  variable_rows()(object, variable);
  return object.add("content", content, "what stands in the file that the value names; null of any other")
      .text();
}

std::string json_variable_changes(const ChangeReport& report, const std::optional<std::string>& ended) {
  JsonObject object;
  add_changes(object, report);
  return object.add_if_any("ended", ended, "of set --propagate: why it went no further").text();
}

std::string json_variables(const VariableOwner& owner, const std::vector<Variable>& variables) {
  JsonObject object;
  return add_owner(object, owner)
      .add_array("variables", variables, variable_rows())
      .add("count", variables.size())
      .text();
}

std::string text_dump(const std::vector<Variable>& variables, const Terminal& terminal) {
  return shown(loaded_state(variables).text, terminal) + "\n";
}

std::string json_dump(const VariableOwner& owner, const std::vector<Variable>& variables) {
  const JsonText values = loaded_state(variables);
  JsonObject object;
  return add_owner(object, owner).add("values", ObjectView{values.text}, "by name").text();
}

std::string json_history(const VariableOwner& owner, const std::vector<VariableMutation>& mutations) {
  JsonObject object;
  return add_owner(object, owner).add_array("mutations", mutations, mutation_rows(), "oldest first").text();
}

std::string json_states(const std::vector<StateSummary>& states) {
  return JsonObject().add_array("states", states, state_rows()).text();
}

std::string json_dropped(const std::vector<StateSummary>& states, bool is_dropped) {
  return JsonObject()
      .add_array("states", states, state_rows())
      .add("is_dropped", is_dropped, "only with --yes")
      .text();
}

}  // namespace rlmdb::cli
