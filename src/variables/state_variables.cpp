// SPDX-License-Identifier: MIT
#include "variables/state_variables.hpp"

#include <algorithm>
#include <map>

#include "json/json_number.hpp"
#include "json/json_scan.hpp"
#include "json/object_text.hpp"
#include "records/task_rows.hpp"
#include "records/variable_text.hpp"
#include "rlmdb/error.hpp"
#include "util/own_names.hpp"
#include "variables/state_reader.hpp"
#include "variables/state_text.hpp"
#include "writing/given_json.hpp"

namespace rlmdb::variables {

namespace {

constexpr const char* k_pointer = "/variables";
constexpr const char* k_final = "Final";
constexpr const char* k_status = "completion_status";

/// A document of the schema without variables.
std::string new_outline(const StateName& state, const std::string& now) {
  constexpr std::size_t k_id_digits = 8;
  const bool has_own_id = state.scope == StateScope::temporary || state.scope == StateScope::state;
  const std::string id = has_own_id ? state.id : "state-" + util::random_name().substr(0, k_id_digits);
  json::ObjectText metadata;
  metadata.add("created_at", json::quoted(now));
  metadata.add("last_updated_at", json::quoted(now));
  metadata.add("variable_count", "0");
  metadata.add("mutation_count", "0");
  metadata.add("checkpoint_count", "0");
  metadata.add("completion_status", "\"incomplete\"");
  json::ObjectText outline;
  outline.add("version", "\"1.0.0\"");
  outline.add("state_id", json::quoted(id));
  if (state.scope == StateScope::session) outline.add("session_id", json::quoted(state.id));
  if (state.scope == StateScope::tree) outline.add("tree_id", json::quoted(state.id));
  outline.add("variables", "{}");
  outline.add("history", R"({"mutations":[],"checkpoints":[]})");
  outline.add("metadata", metadata.finish());
  return outline.finish();
}

/// The object with the member set, where it has it.
std::string with_known(const std::string& object, std::string_view name, const std::string& raw) {
  return json::find_member(object, name).empty() ? object : json::with_member(object, name, raw);
}

/// How many variables the one text has otherwise than the other: so many entries a log gets.
std::int64_t count_differences(const std::string& before, const std::string& after) {
  std::vector<json::Member> members;
  json::split_members(before, members);
  std::map<std::string_view, std::string_view> left;
  for (const json::Member& member : members) left.emplace(member.raw_name, member.raw_value);
  json::split_members(after, members);
  std::int64_t count = 0;
  for (const json::Member& member : members) {
    const auto same = left.find(member.raw_name);
    if (same == left.end() || same->second != member.raw_value) ++count;
    if (same != left.end()) left.erase(same);
  }
  return count + static_cast<std::int64_t>(left.size());
}

std::string pointer_to(const std::string& name) {
  std::string pointer = k_pointer;
  json::append_pointer_name(pointer, name);
  return pointer;
}

}  // namespace

StateVariables::StateVariables(writing::TaskWriter& writer, const StateName& state,
                               const Precondition& only_if)
    : m_writer(writer),
      m_state(state),
      m_label(to_text(state)),
      m_rows(writer.connection()),
      m_variables(writer.connection()) {
  if (auto head = m_rows.find(to_text(state.scope), state.id)) {
    m_head = *std::move(head);
    m_is_there = true;
  }
  if (only_if.token)
    throw Error(ErrorCode::usage, "a state document is not claimed and has no token", m_label);
  const std::int64_t version = m_is_there ? m_head.version : 0;
  if (only_if.if_version && *only_if.if_version != version)
    throw Error(ErrorCode::conflict,
                m_label + " is at version " + std::to_string(version) + ", not " +
                    std::to_string(*only_if.if_version),
                m_label, "nothing was changed; read it again and decide anew");
  if (m_is_there) require_place();
}

std::string StateVariables::option() const {
  switch (m_state.scope) {
    case StateScope::global:
      return "--global";
    case StateScope::temporary:
      return "--temp " + m_state.id;
    default:
      return "--" + std::string(to_text(m_state.scope)) + " " + m_state.id;
  }
}

std::string_view StateVariables::scope() const {
  return m_state.scope == StateScope::session || m_state.scope == StateScope::state ? std::string_view()
                                                                                    : to_text(m_state.scope);
}

std::string StateVariables::find(const std::string& name) {
  return m_is_there ? m_variables.find(owner(), name) : std::string();
}

std::size_t StateVariables::count() {
  return m_is_there ? static_cast<std::size_t>(m_variables.count(owner())) : 0;
}

ChangeResult StateVariables::put(const std::string& name, const std::string& variable,
                                 const writing::Cause& cause) {
  if (!m_is_there) make();
  const std::string before = find(name);
  put_row(name, variable, before);
  if (name == k_final) follow_final();
  return finish(cause, pointer_to(name), before.empty() ? std::nullopt : std::optional(before));
}

ChangeResult StateVariables::put_count(const std::string& name, const std::string& variable,
                                       const writing::Cause& cause) {
  const std::string before = find(name);
  put_row(name, variable, before);
  return write(cause, pointer_to(name), before);
}

void StateVariables::put_row(const std::string& name, const std::string& variable,
                             const std::string& before) {
  if (before.empty() ? m_variables.add(owner(), name, variable) : m_variables.replace(name, variable)) return;
  m_variables.replace_all(owner(), json::with_member(state(), json::escaped(name), variable));
}

ChangeResult StateVariables::remove(const std::string& name, const writing::Cause& cause) {
  const std::string before = state();
  if (!find(name).empty()) m_variables.remove();
  if (name == k_final) follow_final();
  return finish(cause, k_pointer, before);
}

ChangeResult StateVariables::rename(const std::string& name, const std::string& new_name,
                                    const writing::Cause& cause) {
  const std::string before = state();
  return exchange(before, records::with_renamed_variable(before, name, new_name), cause, 1);
}

ChangeResult StateVariables::replace(const std::string& state, const writing::Cause& cause) {
  const std::string before = this->state();
  return exchange(before, state, cause, count_differences(before, state));
}

ChangeResult StateVariables::exchange(const std::string& before, const std::string& after,
                                      const writing::Cause& cause, std::int64_t mutations) {
  const std::string final = find(k_final);
  m_variables.replace_all(owner(), after);
  if (find(k_final) != final) follow_final();
  return finish(cause, k_pointer, before, mutations);
}

ChangeResult StateVariables::set_completion(const std::string& status, const writing::Cause& cause) {
  std::string metadata(json::find_member(m_head.outline, "metadata"));
  if (!metadata.starts_with('{'))
    throw Error(ErrorCode::conflict, m_label + " has no object at /metadata", m_label,
                "nothing was changed; its status needs one there");
  const std::string before(json::find_member(metadata, k_status));
  metadata = json::with_member(metadata, k_status, json::quoted(status));
  metadata = with_known(metadata, "last_updated_at", json::quoted(m_writer.now()));
  m_head.outline = json::with_member(m_head.outline, "metadata", metadata);
  return write(cause, std::string("/metadata/") + k_status,
               before.empty() ? std::nullopt : std::optional(before));
}

std::string StateVariables::state() {
  return state_of(StateReader(m_writer.connection()).of_document(m_head.id));
}

/// The document is complete while its Final is anything but null.
void StateVariables::follow_final() {
  const std::string metadata(json::find_member(m_head.outline, "metadata"));
  if (!metadata.starts_with('{')) return;
  const std::string final = find(k_final);
  const bool is_complete = !final.empty() && records::read_variable_text(final).value != "null";
  m_head.outline =
      with_known(m_head.outline, "metadata",
                 with_known(metadata, k_status, is_complete ? "\"complete\"" : "\"incomplete\""));
}

void StateVariables::require_there() const {
  if (!m_is_there) (void)get_state(m_writer.connection(), m_state);
}

void StateVariables::make() {
  if (m_state.scope != StateScope::global) writing::require_file_name(m_state.id, "state document", m_label);
  records::TaskRows ids(m_writer.connection());
  m_head.id = ids.next_id();
  ids.use_ids(m_head.id + 1);
  m_head.scope = to_text(m_state.scope);
  m_head.name = m_state.id;
  m_head.version = 0;
  m_head.outline = new_outline(m_state, m_writer.now());
  m_rows.insert(m_head);
  m_head.last_event_seq = m_writer.note(m_head, {.kind = EventKind::state_created});
  m_is_there = true;
}

/// Variables that are no object came with the document and stay in its outline.
void StateVariables::require_place() const {
  const std::string_view variables = json::find_member(m_head.outline, "variables");
  if (variables.empty() || variables.starts_with('{')) return;
  throw Error(ErrorCode::conflict, m_label + " has no object at /variables", m_label,
              "nothing was changed; variables need one there");
}

ChangeResult StateVariables::finish(const writing::Cause& cause, const std::string& pointer,
                                    const std::optional<std::string>& before, std::int64_t mutations) {
  std::string metadata(json::find_member(m_head.outline, "metadata"));
  if (metadata.starts_with('{')) {
    const std::int64_t earlier = json::exact_int64(json::find_member(metadata, "mutation_count")).value_or(0);
    metadata = with_known(metadata, "last_updated_at", json::quoted(m_writer.now()));
    metadata = with_known(metadata, "variable_count", std::to_string(count()));
    metadata = with_known(metadata, "mutation_count", std::to_string(earlier + mutations));
    m_head.outline = json::with_member(m_head.outline, "metadata", metadata);
  }
  return write(cause, pointer, before);
}

ChangeResult StateVariables::write(const writing::Cause& cause, const std::string& pointer,
                                   const std::optional<std::string>& before) {
  const std::int64_t seq = m_writer.note(m_head, cause);
  m_writer.events().insert_change(seq, m_head.id, pointer,
                                  before ? std::optional<std::string_view>(*before) : std::nullopt);
  std::string metadata(json::find_member(m_head.outline, "metadata"));
  if (!json::find_member(metadata, "total_size_bytes").empty()) {
    metadata = json::with_member(metadata, "total_size_bytes", std::to_string(state().size()));
    m_head.outline = json::with_member(m_head.outline, "metadata", metadata);
  }
  m_head.last_event_seq = seq;
  ++m_head.version;
  m_rows.update(m_head);
  const auto status = json::text_member(metadata, k_status);
  return {TaskId{m_label}, status.value_or(""), m_head.version, seq};
}

}  // namespace rlmdb::variables
