// SPDX-License-Identifier: MIT
#include "variables/state_reader.hpp"

#include "json/json_layout.hpp"
#include "json/json_members.hpp"
#include "json/object_text.hpp"
#include "records/record_rows.hpp"
#include "records/record_text.hpp"
#include "records/variable_rows.hpp"
#include "variables/state_text.hpp"

namespace rlmdb::variables {

namespace {

/// `raw_name` stands in its quotes; `compact` is memory to work in.
StoredVariable compacted(std::string_view raw_name, std::string_view raw_value, std::string& compact) {
  compact.clear();
  json::append_compact(compact, raw_value);
  return stored_variable(raw_name.substr(1, raw_name.size() - 2), compact);
}

}  // namespace

std::vector<StoredVariable> StateReader::of_task(std::int64_t id) {
  if (records::has_verbatim(m_connection, id)) {
    const std::string record = records::RecordTextFinder(m_connection).find(id, 0);
    return stored_variables(json::find_member(json::find_member(record, "metadata"), "rlm_state"));
  }
  records::VariableCursor(m_connection, records::Walk::one_task).read(begin(id), m_arena);
  return texts();
}

std::vector<StoredVariable> StateReader::of_document(std::int64_t id) {
  records::VariableRows(m_connection).read_state(id, m_arena, begin(id).variables);
  return texts();
}

records::TaskRecord& StateReader::begin(std::int64_t id) {
  m_arena.clear();
  m_record.clear();
  m_record.id = id;
  return m_record;
}

std::vector<StoredVariable> StateReader::texts() {
  const auto layouts = m_layouts.resolve(m_record);
  std::vector<StoredVariable> variables;
  std::string name;
  std::string text;
  std::string compact;
  for (const records::VariableRecord& variable : m_record.variables) {
    name.clear();
    text.clear();
    m_writer.append_variable(name, text, m_record, variable);
    variables.push_back(compacted(name, text, compact));
  }
  return variables;
}

std::vector<StoredVariable> stored_variables(std::string_view state) {
  std::vector<StoredVariable> variables;
  if (!state.starts_with('{')) return variables;
  std::vector<json::Member> members;
  json::split_members(state, members);
  std::string compact;
  for (const json::Member& member : members)
    variables.push_back(compacted(member.raw_name, member.raw_value, compact));
  return variables;
}

std::string state_of(const std::vector<StoredVariable>& variables) {
  json::ObjectText state;
  for (const StoredVariable& variable : variables) state.add(variable.name, text_of(variable));
  return state.finish();
}

}  // namespace rlmdb::variables
