// SPDX-License-Identifier: MIT
#include "variables/state_text.hpp"

#include <algorithm>
#include <cstddef>

#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "records/kept_text.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/variable.hpp"
#include "schemas/value_rules.hpp"
#include "variables/state_log.hpp"
#include "variables/state_reader.hpp"

namespace rlmdb::variables {

namespace {

void require_texts(const std::vector<std::string>& texts, const std::string& list) {
  std::size_t place = 0;
  for (const std::string& text : texts)
    records::require_kept_text(text, records::KeptShape::any, list + "/" + std::to_string(place++));
}

/// The outline of a document made here. Counting with every change would cost all of the document.
std::string with_size(const StateDocument& document) {
  const std::string_view metadata = json::find_member(document.outline, "metadata");
  if (!metadata.starts_with('{')) return document.outline;
  json::ObjectText variables;
  for (const auto& [name, json] : document.variables) variables.add(name, json);
  return json::with_member(
      document.outline, "metadata",
      json::with_member(metadata, "total_size_bytes", std::to_string(variables.finish().size())));
}

}  // namespace

StoredVariable stored_variable(std::string_view name, std::string_view compact) {
  SplitVariable parts = split_large_value(compact);
  return {std::string(name), std::move(parts.json), std::move(parts.value)};
}

void require_kept_variable(const StoredVariable& variable, const std::string& where) {
  records::require_kept_name(variable.name, where);
  records::require_kept_text(variable.json, records::KeptShape::any, where);
  if (!variable.value.empty()) records::require_kept_text(variable.value, records::KeptShape::any, where);
}

std::string text_of(const StoredVariable& variable) {
  return join_large_value(variable.json, variable.value);
}

std::string decoded_name(const StoredVariable& variable) {
  std::string name;
  json::decode_string('"' + variable.name + '"', name);
  return name;
}

StateHead get_state(db::Connection& connection, const StateName& state) {
  auto head = StateRows(connection).find(to_text(state.scope), state.id);
  if (!head)
    throw Error(ErrorCode::not_found, "there is no state document '" + to_text(state) + "'", to_text(state),
                "`rlmdb var states` lists those there are; the first `rlmdb var set` makes one");
  return *std::move(head);
}

std::string label_of(const StateHead& state) {
  return state.scope + (state.name.empty() ? "" : ":" + state.name);
}

StateDocument state_document(db::Connection& connection, const StateHead& head) {
  StateRows rows(connection);
  StateDocument document;
  document.outline = head.outline;
  const std::string state = "states:" + std::to_string(head.id) + " ";
  records::require_kept_text(document.outline, records::KeptShape::object, state + "outline");
  for (const StoredVariable& variable : StateReader(connection).of_document(head.id))
    document.variables.emplace_back(variable.name, text_of(variable));
  document.later_checkpoints = rows.checkpoints(head.id);
  require_texts(document.later_checkpoints, state + "history/checkpoints");
  document.mutations = rows.mutations(head.id);
  require_texts(document.mutations, state + "history/mutations");
  const std::size_t most = std::max(schemas::k_mutations_of_state, document.mutations.size());
  for (std::string& entry : mutation_entries(mutations_since_import(connection, head)))
    document.mutations.push_back(std::move(entry));
  if (!head.import_id) document.outline = with_size(document);
  if (document.mutations.size() > most)
    document.mutations.erase(document.mutations.begin(),
                             document.mutations.end() - static_cast<std::ptrdiff_t>(most));
  return document;
}

}  // namespace rlmdb::variables
