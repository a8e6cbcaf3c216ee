// SPDX-License-Identifier: MIT
// 1. metadata.rlm_state is taken out of the record's text and changed as text.
// 2. The new record is taken apart into rows like an imported one.
// 3. What one variable was before is kept under its own pointer. Where one goes or changes its name, the
//    whole state is kept, because its place cannot be told otherwise.
#include "tasks/task_variables.hpp"

#include <vector>

#include "legacy/json_scan.hpp"
#include "legacy/object_text.hpp"
#include "legacy/variable_text.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::tasks {

namespace {

constexpr std::string_view k_metadata = "\"metadata\"";
constexpr const char* k_state_pointer = "/metadata/rlm_state";

}  // namespace

TaskVariables::TaskVariables(TaskWriter& writer, const store::TaskHead& head)
    : m_writer(writer), m_head(head), m_edit(writer, head) {
  if (const std::string* metadata = m_edit.find(k_metadata)) m_metadata = *metadata;
  m_state = legacy::find_member(m_metadata, "rlm_state");
  require_object(m_metadata, "/metadata");
  require_object(m_state, k_state_pointer);
}

std::string TaskVariables::find(const std::string& name) {
  return std::string(legacy::find_member(m_state, legacy::escaped(name)));
}

std::size_t TaskVariables::count() {
  std::vector<legacy::Member> members;
  if (m_state.starts_with('{')) legacy::split_members(m_state, members);
  return members.size();
}

ChangeResult TaskVariables::put(const std::string& name, const std::string& variable, const Cause& cause) {
  std::string pointer = k_state_pointer;
  legacy::append_pointer_name(pointer, name);
  return write(legacy::with_member(m_state, legacy::escaped(name), variable), cause, pointer, find(name));
}

ChangeResult TaskVariables::remove(const std::string& name, const Cause& cause) {
  return replace(legacy::with_member(m_state, legacy::escaped(name), {}), cause);
}

ChangeResult TaskVariables::rename(const std::string& name, const std::string& new_name, const Cause& cause) {
  return replace(legacy::with_renamed_variable(m_state, name, new_name), cause);
}

ChangeResult TaskVariables::replace(const std::string& state, const Cause& cause) {
  return write(state, cause, k_state_pointer, m_state);
}

void TaskVariables::require_object(const std::string& json, const char* pointer) const {
  if (json.empty() || json == "null" || json.starts_with('{')) return;
  throw Error(ErrorCode::conflict, m_head.legacy_id + " has no object at " + pointer, m_head.legacy_id,
              "nothing was changed; variables need one there: `rlmdb show` shows what it has");
}

ChangeResult TaskVariables::write(const std::string& state, const Cause& cause, const std::string& pointer,
                                  const std::string& before) {
  m_edit.put(std::string(k_metadata), legacy::with_member(m_metadata, "rlm_state", state));
  return m_edit.write(cause, [&](std::int64_t seq) {
    const bool has_metadata = m_metadata.starts_with('{');
    const bool has_state = m_state.starts_with('{');
    const std::string& old = has_state ? before : has_metadata ? m_state : m_metadata;
    m_writer.events().insert_change(seq, m_head.id,
                                    has_state      ? pointer
                                    : has_metadata ? k_state_pointer
                                                   : "/metadata",
                                    old.empty() ? std::nullopt : std::optional<std::string_view>(old));
  });
}

}  // namespace rlmdb::tasks
