// SPDX-License-Identifier: MIT
#include "jobs/task_state.hpp"

#include "jobs/record_text.hpp"
#include "jobs/state_text.hpp"
#include "legacy/json_layout.hpp"
#include "legacy/json_members.hpp"
#include "legacy/object_text.hpp"
#include "store/record_rows.hpp"
#include "store/variable_rows.hpp"

namespace rlmdb::jobs {

std::vector<store::StoredVariable> TaskStates::find(std::int64_t id) {
  return stored_variables(state_text(id));
}

std::string TaskStates::state_text(std::int64_t id) {
  if (store::has_verbatim(m_connection, id)) {
    const std::string record = RecordTextFinder(m_connection).find(id, 0);
    return std::string(legacy::find_member(legacy::find_member(record, "metadata"), "rlm_state"));
  }
  m_arena.clear();
  m_record.clear();
  m_record.id = id;
  store::VariableCursor(m_connection).read(m_record, m_arena);
  const auto layouts = m_layouts.resolve(m_record);
  std::string text;
  m_writer.append_state(text, m_record);
  return text;
}

std::vector<store::StoredVariable> stored_variables(std::string_view state) {
  std::vector<store::StoredVariable> variables;
  if (!state.starts_with('{')) return variables;
  std::vector<legacy::Member> members;
  legacy::split_members(state, members);
  std::string compact;
  for (const legacy::Member& member : members) {
    compact.clear();
    legacy::append_compact(compact, member.raw_value);
    variables.push_back(stored_variable(member.raw_name.substr(1, member.raw_name.size() - 2), compact));
  }
  return variables;
}

std::string state_of(const std::vector<store::StoredVariable>& variables) {
  legacy::ObjectText state;
  for (const store::StoredVariable& variable : variables) state.add(variable.name, text_of(variable));
  return state.finish();
}

}  // namespace rlmdb::jobs
