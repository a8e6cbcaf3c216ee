// SPDX-License-Identifier: MIT
// A variable that is set goes to its row, where rows say the state and that row says the variable. Else:
// 1. metadata.rlm_state is taken out of the record's text and changed as text.
// 2. The new record is taken apart into rows like an imported one.
// What one variable was before is kept under its own pointer. Where one goes or changes its name, the whole
// state is kept, because its place cannot be told otherwise.
#include "variables/task_variables.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "json/json_scan.hpp"
#include "json/object_text.hpp"
#include "records/variable_text.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::variables {

namespace {

constexpr std::string_view k_metadata = "\"metadata\"";
constexpr const char* k_state_pointer = "/metadata/rlm_state";

}  // namespace

TaskVariables::TaskVariables(writing::TaskWriter& writer, const records::TaskHead& head)
    : m_writer(writer), m_head(head), m_rows(writer.connection()), m_has_rows(m_rows.has_rows(head.id)) {}

bool TaskVariables::has_started() const {
  static constexpr std::array<std::string_view, 3> k_started = {"running", "completed", "failed"};
  return m_head.started_at.has_value() ||
         std::find(k_started.begin(), k_started.end(), m_head.state) != k_started.end();
}

TaskVariables::Text& TaskVariables::text() {
  if (m_text) return *m_text;
  m_text.emplace(m_writer, m_head);
  m_text->metadata = m_text->edit.find(k_metadata).value_or("");
  m_text->state = json::find_member(m_text->metadata, "rlm_state");
  require_object(m_text->metadata, "/metadata");
  require_object(m_text->state, k_state_pointer);
  return *m_text;
}

bool TaskVariables::is_in_row(const std::string& name) const {
  return m_has_rows && records::is_variable_name(name);
}

std::string TaskVariables::find(const std::string& name) {
  if (is_in_row(name)) return m_rows.find({.task_id = m_head.id}, name);
  return std::string(json::find_member(text().state, json::escaped(name)));
}

std::size_t TaskVariables::count() {
  if (m_has_rows) return static_cast<std::size_t>(m_rows.count({.task_id = m_head.id}));
  std::vector<json::Member> members;
  if (text().state.starts_with('{')) json::split_members(text().state, members);
  return members.size();
}

ChangeResult TaskVariables::put(const std::string& name, const std::string& variable,
                                const writing::Cause& cause) {
  std::string pointer = k_state_pointer;
  json::append_pointer_name(pointer, name);
  const std::string before = find(name);
  if (!is_in_row(name) || !put_row(name, variable, before))
    return write(json::with_member(text().state, json::escaped(name), variable), cause, pointer, before);
  const std::string state = m_head.state.value_or("");
  const std::int64_t seq = m_writer.note(m_head, state, cause);
  m_writer.heads().touch(m_head.id, seq);
  m_writer.events().insert_change(seq, m_head.id, pointer,
                                  before.empty() ? std::nullopt : std::optional<std::string_view>(before));
  return {TaskId{m_head.legacy_id}, state, m_head.version + 1, seq};
}

bool TaskVariables::put_row(const std::string& name, const std::string& variable, const std::string& before) {
  return before.empty() ? m_rows.add({.task_id = m_head.id}, name, variable) : m_rows.replace(name, variable);
}

ChangeResult TaskVariables::remove(const std::string& name, const writing::Cause& cause) {
  return replace(json::with_member(text().state, json::escaped(name), {}), cause);
}

ChangeResult TaskVariables::rename(const std::string& name, const std::string& new_name,
                                   const writing::Cause& cause) {
  return replace(records::with_renamed_variable(text().state, name, new_name), cause);
}

ChangeResult TaskVariables::replace(const std::string& state, const writing::Cause& cause) {
  return write(state, cause, k_state_pointer, text().state);
}

void TaskVariables::require_object(const std::string& json, const char* pointer) const {
  if (json.empty() || json == "null" || json.starts_with('{')) return;
  throw Error(ErrorCode::conflict, m_head.legacy_id + " has no object at " + pointer, m_head.legacy_id,
              "nothing was changed; variables need one there: `rlmdb show` shows what it has");
}

ChangeResult TaskVariables::write(const std::string& state, const writing::Cause& cause,
                                  const std::string& pointer, const std::string& before) {
  Text& text = this->text();
  text.edit.put(std::string(k_metadata), json::with_member(text.metadata, "rlm_state", state));
  return text.edit.write(cause, [&](std::int64_t seq) {
    const bool has_metadata = text.metadata.starts_with('{');
    const bool has_state = text.state.starts_with('{');
    const std::string& old = has_state ? before : has_metadata ? text.state : text.metadata;
    m_writer.events().insert_change(seq, m_head.id,
                                    has_state      ? pointer
                                    : has_metadata ? k_state_pointer
                                                   : "/metadata",
                                    old.empty() ? std::nullopt : std::optional<std::string_view>(old));
  });
}

}  // namespace rlmdb::variables
