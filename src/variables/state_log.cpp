// SPDX-License-Identifier: MIT
#include "variables/state_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "events/event_rows.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "variables/state_reader.hpp"
#include "variables/state_text.hpp"
#include "variables/variable_mutations.hpp"

namespace rlmdb::variables {

namespace {

/// Of one event: a state has at most 1,000 variables.
constexpr std::int64_t k_ids_an_event = 1'000;

/// In an entry's metadata, where the schema has no place for it.
constexpr std::string_view k_old_name = "old_name";

std::string entry_of(const VariableMutation& mutation, std::int64_t ordinal) {
  const std::int64_t number = mutation.event_seq * k_ids_an_event + ordinal;
  json::ObjectText entry;
  entry.add("mutation_id", fmt::format("\"mut-{:08x}\"", static_cast<std::uint32_t>(number)));
  entry.add("operation", json::quoted(to_text(mutation.operation)));
  entry.add("variable_name", json::quoted(mutation.name));
  entry.add("old_value", mutation.old_value ? mutation.old_value->text : "null");
  entry.add("new_value", mutation.new_value ? mutation.new_value->text : "null");
  if (mutation.source) entry.add("source", json::quoted(*mutation.source));
  entry.add("timestamp", json::quoted(mutation.at));
  json::ObjectText metadata;
  if (!mutation.reason.empty()) metadata.add("reason", json::quoted(mutation.reason));
  if (!mutation.old_name.empty()) metadata.add(k_old_name, json::quoted(mutation.old_name));
  if (!metadata.empty()) entry.add("metadata", metadata.finish());
  return entry.finish();
}

VariableOperation operation_of(std::string_view text) {
  using enum VariableOperation;
  for (const VariableOperation operation : {created, deleted, renamed, rolled_back})
    if (text == to_text(operation)) return operation;
  return updated;
}

std::optional<JsonText> value_of(std::string_view raw) {
  return raw.empty() ? std::nullopt : std::optional(JsonText{std::string(raw)});
}

VariableMutation mutation_of(std::string_view entry) {
  const std::string_view metadata = json::find_member(entry, "metadata");
  VariableMutation mutation;
  mutation.at = json::text_member(entry, "timestamp").value_or("");
  mutation.operation = operation_of(json::text_member(entry, "operation").value_or(""));
  mutation.name = json::text_member(entry, "variable_name").value_or("");
  mutation.old_name = json::text_member(metadata, k_old_name).value_or("");
  // An entry says null where there was, or is, none.
  if (mutation.operation != VariableOperation::created)
    mutation.old_value = value_of(json::find_member(entry, "old_value"));
  if (mutation.operation != VariableOperation::deleted)
    mutation.new_value = value_of(json::find_member(entry, "new_value"));
  mutation.source = json::text_member(entry, "source");
  mutation.reason = json::text_member(metadata, "reason").value_or("");
  return mutation;
}

VariableTexts variables_now(db::Connection& connection, const StateHead& head) {
  VariableTexts now;
  for (const StoredVariable& variable : StateReader(connection).of_document(head.id))
    now.emplace_back(decoded_name(variable), text_of(variable));
  return now;
}

}  // namespace

std::vector<VariableMutation> state_mutations(db::Connection& connection, const StateHead& head) {
  return mutations_of(variables_now(connection, head), events::EventRows(connection).of_state(head.id),
                      k_state_variables);
}

std::vector<VariableMutation> imported_mutations(db::Connection& connection, const StateHead& head,
                                                 const std::vector<VariableMutation>& ours) {
  const std::vector<std::string> entries = mutation_entries(ours);
  const std::unordered_set<std::string_view> known(entries.begin(), entries.end());
  std::vector<VariableMutation> mutations;
  for (const std::string& entry : StateRows(connection).mutations(head.id))
    if (!known.contains(entry)) mutations.push_back(mutation_of(entry));
  return mutations;
}

std::vector<VariableMutation> mutations_since_import(db::Connection& connection, const StateHead& head) {
  std::vector<Event> events = events::EventRows(connection).of_state(head.id);
  const auto import = std::find_if(events.rbegin(), events.rend(),
                                   [](const Event& event) { return event.kind == "import:finished"; });
  events.erase(events.begin(), import.base());
  if (events.empty()) return {};
  return mutations_of(variables_now(connection, head), events, k_state_variables);
}

std::vector<std::string> mutation_entries(const std::vector<VariableMutation>& mutations) {
  std::vector<std::string> entries;
  std::int64_t ordinal = 0;
  std::int64_t event = 0;
  for (const VariableMutation& mutation : mutations) {
    ordinal = mutation.event_seq == event ? ordinal + 1 : 0;
    event = mutation.event_seq;
    entries.push_back(entry_of(mutation, ordinal));
  }
  return entries;
}

}  // namespace rlmdb::variables
