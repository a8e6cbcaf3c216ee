// SPDX-License-Identifier: MIT
#include "variables/state_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
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

/// In an entry's metadata; of the first two the schema says nothing.
constexpr std::string_view k_old_name = "old_name";
constexpr std::string_view k_rollback = "rollback_to";

constexpr std::string_view k_node = "task_node_id";

/// The schema knows no rollback: what one did to a variable, whose reason tells of it.
VariableOperation exported_operation(const VariableMutation& mutation) {
  using enum VariableOperation;
  if (mutation.operation != rolled_back) return mutation.operation;
  return !mutation.old_value ? created : !mutation.new_value ? deleted : updated;
}

std::string metadata_of(const VariableMutation& mutation) {
  const bool is_rollback = mutation.operation == VariableOperation::rolled_back;
  json::ObjectText metadata;
  if (is_rollback) {
    metadata.add("reason", json::quoted("rolled back to " + mutation.reason));
    metadata.add(k_rollback, json::quoted(mutation.reason));
  } else if (!mutation.reason.empty()) {
    metadata.add("reason", json::quoted(mutation.reason));
  }
  if (!mutation.node_id.empty()) metadata.add(k_node, json::quoted(mutation.node_id));
  if (!mutation.old_name.empty()) metadata.add(k_old_name, json::quoted(mutation.old_name));
  return metadata.empty() ? std::string() : metadata.finish();
}

std::string entry_of(const VariableMutation& mutation, std::int64_t ordinal) {
  const std::int64_t number = mutation.event_seq * k_ids_an_event + ordinal;
  json::ObjectText entry;
  entry.add("mutation_id", fmt::format("\"mut-{:08x}\"", static_cast<std::uint32_t>(number)));
  entry.add("operation", json::quoted(to_text(exported_operation(mutation))));
  entry.add("variable_name", json::quoted(mutation.name));
  entry.add("old_value", mutation.old_value ? mutation.old_value->text : "null");
  entry.add("new_value", mutation.new_value ? mutation.new_value->text : "null");
  if (mutation.source) entry.add("source", json::quoted(*mutation.source));
  entry.add("timestamp", json::quoted(mutation.at));
  if (const std::string metadata = metadata_of(mutation); !metadata.empty()) entry.add("metadata", metadata);
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
  if (auto to = json::text_member(metadata, k_rollback)) {
    mutation.operation = VariableOperation::rolled_back;
    mutation.reason = *std::move(to);
  }
  mutation.node_id = json::text_member(metadata, k_node).value_or("");
  return mutation;
}

/// What an export of an event has, whatever else it says by now: its node may be known later.
std::string identity_of(std::string_view entry) {
  std::string identity;
  for (const std::string_view member : {"mutation_id", "timestamp", "variable_name"})
    identity.append(json::find_member(entry, member)).append("\n");
  return identity;
}

VariableTexts variables_now(db::Connection& connection, const StateHead& head) {
  VariableTexts now;
  for (const StoredVariable& variable : StateReader(connection).of_document(head.id))
    now.emplace_back(decoded_name(variable), text_of(variable));
  return now;
}

std::vector<VariableMutation> mutations_by(db::Connection& connection, const StateHead& head,
                                           const std::vector<Event>& events) {
  std::vector<VariableMutation> mutations =
      mutations_of(variables_now(connection, head), events, k_state_variables);
  std::map<std::int64_t, std::string> nodes;
  for (const Event& event : events) nodes.emplace(event.seq, event.node_id);
  for (VariableMutation& mutation : mutations) mutation.node_id = nodes[mutation.event_seq];
  return mutations;
}

}  // namespace

std::vector<VariableMutation> state_mutations(db::Connection& connection, const StateHead& head) {
  return mutations_by(connection, head, events::EventRows(connection).of_state(head.id));
}

std::vector<VariableMutation> imported_mutations(db::Connection& connection, const StateHead& head,
                                                 const std::vector<VariableMutation>& ours) {
  std::unordered_set<std::string> known;
  for (const std::string& entry : mutation_entries(ours)) known.insert(identity_of(entry));
  std::vector<VariableMutation> mutations;
  for (const std::string& entry : StateRows(connection).mutations(head.id))
    if (!known.contains(identity_of(entry))) mutations.push_back(mutation_of(entry));
  return mutations;
}

std::vector<VariableMutation> mutations_since_import(db::Connection& connection, const StateHead& head) {
  std::vector<Event> events = events::EventRows(connection).of_state(head.id);
  const auto import = std::find_if(events.rbegin(), events.rend(), [](const Event& event) {
    return event.kind == to_text(EventKind::import_finished);
  });
  events.erase(events.begin(), import.base());
  if (events.empty()) return {};
  return mutations_by(connection, head, events);
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
