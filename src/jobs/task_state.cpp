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

namespace {

/// `raw_name` stands in its quotes; `compact` is memory to work in.
store::StoredVariable compacted(std::string_view raw_name, std::string_view raw_value, std::string& compact) {
  compact.clear();
  legacy::append_compact(compact, raw_value);
  return stored_variable(raw_name.substr(1, raw_name.size() - 2), compact);
}

}  // namespace

std::vector<store::StoredVariable> TaskStates::find(std::int64_t id) {
  if (!store::has_verbatim(m_connection, id)) return find_in_rows(id);
  const std::string record = RecordTextFinder(m_connection).find(id, 0);
  return stored_variables(legacy::find_member(legacy::find_member(record, "metadata"), "rlm_state"));
}

std::vector<store::StoredVariable> TaskStates::find_in_rows(std::int64_t id) {
  m_arena.clear();
  m_record.clear();
  m_record.id = id;
  store::VariableCursor(m_connection).read(m_record, m_arena);
  const auto layouts = m_layouts.resolve(m_record);
  std::vector<store::StoredVariable> variables;
  std::string name;
  std::string text;
  std::string compact;
  for (const model::VariableRecord& variable : m_record.variables) {
    name.clear();
    text.clear();
    m_writer.append_variable(name, text, m_record, variable);
    variables.push_back(compacted(name, text, compact));
  }
  return variables;
}

std::vector<store::StoredVariable> stored_variables(std::string_view state) {
  std::vector<store::StoredVariable> variables;
  if (!state.starts_with('{')) return variables;
  std::vector<legacy::Member> members;
  legacy::split_members(state, members);
  std::string compact;
  for (const legacy::Member& member : members)
    variables.push_back(compacted(member.raw_name, member.raw_value, compact));
  return variables;
}

std::string state_of(const std::vector<store::StoredVariable>& variables) {
  legacy::ObjectText state;
  for (const store::StoredVariable& variable : variables) state.add(variable.name, text_of(variable));
  return state.finish();
}

}  // namespace rlmdb::jobs
