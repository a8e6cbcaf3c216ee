// SPDX-License-Identifier: MIT
#include "variables/variable_edit.hpp"

#include <vector>

#include "json/json_layout.hpp"
#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "records/record_rows.hpp"

namespace rlmdb::variables {

bool VariableEdit::has_rows(std::int64_t task_id) {
  return !records::has_verbatim(m_connection, task_id) && m_rows.count({.task_id = task_id}) > 0;
}

std::string VariableEdit::find(const records::VariablesOf& owner, std::string_view name) {
  m_found = 0;
  m_arena.clear();
  m_record.clear();
  if (!m_rows.find(owner, name, m_arena, m_record.variables.emplace_back())) return {};
  const auto layouts = m_layouts.resolve(m_record);
  std::string raw_name;
  std::string text;
  write(raw_name, text);
  // The column of a name that no text can hold may be the name of another variable.
  if (raw_name != json::quoted(name)) return {};
  m_found = m_record.variables.front().id;
  return text;
}

bool VariableEdit::replace(std::string_view name, std::string_view variable) {
  if (!read(json::quoted(name), variable)) return false;
  m_children.update_variable(m_found, m_record.variables.front());
  return true;
}

bool VariableEdit::add(const records::VariablesOf& owner, std::string_view name, std::string_view variable) {
  const auto position = m_rows.next_position(owner);
  if (!position || !read(json::quoted(name), variable)) return false;
  m_children.insert_variable(owner, *position, m_record.variables.front());
  return true;
}

void VariableEdit::replace_all(const records::VariablesOf& owner, std::string_view state) {
  m_rows.remove_all(owner);
  if (!state.starts_with('{')) return;
  std::vector<json::Member> members;
  json::split_members(state, members);
  std::int64_t position = 0;
  for (const json::Member& member : members) {
    if (!read(member.raw_name, member.raw_value)) read_whole(member.raw_name, member.raw_value);
    m_children.insert_variable(owner, position++, m_record.variables.front());
  }
}

bool VariableEdit::read(std::string_view raw_name, std::string_view variable) {
  m_arena.clear();
  m_reader.read_variable(m_arena.keep(raw_name), variable, m_arena, m_overflow, m_record);
  std::string name;
  std::string text;
  write(name, text);
  if (name != raw_name || text != variable) return false;
  m_layouts.assign(m_record);
  return true;
}

void VariableEdit::read_whole(std::string_view raw_name, std::string_view variable) {
  m_arena.clear();
  m_reader.read_variable(m_arena.keep(raw_name), "null", m_arena, m_overflow, m_record);
  auto& cells = m_record.variables.front().cells;
  cells[records::variable_value] = records::Cell::of_text(variable);
  cells[records::variable_value_type] = records::Cell::of_text("json");
}

void VariableEdit::write(std::string& name, std::string& text) {
  std::string pretty;
  m_writer.append_variable(name, pretty, m_record, m_record.variables.front());
  json::append_compact(text, pretty);
}

}  // namespace rlmdb::variables
