// SPDX-License-Identifier: MIT
#include "variables/state_log.hpp"

#include <fmt/format.h>

#include <algorithm>

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
  if (!mutation.reason.empty()) entry.add("metadata", "{\"reason\":" + json::quoted(mutation.reason) + "}");
  return entry.finish();
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
