// SPDX-License-Identifier: MIT
#include "variables/variable_edit.hpp"

#include "json/json_layout.hpp"
#include "json/json_string.hpp"
#include "records/record_rows.hpp"

namespace rlmdb::variables {

bool VariableEdit::has_rows(std::int64_t task_id) {
  return !records::has_verbatim(m_connection, task_id) && m_rows.count(task_id) > 0;
}

std::string VariableEdit::find(std::int64_t task_id, std::string_view name) {
  m_arena.clear();
  m_record.clear();
  if (!m_rows.find(task_id, name, m_arena, m_record.variables.emplace_back())) return {};
  const auto layouts = m_layouts.resolve(m_record);
  std::string raw_name;
  std::string text;
  write(raw_name, text);
  return text;
}

bool VariableEdit::replace(std::int64_t task_id, std::string_view name, std::string_view variable) {
  if (!read(name, variable)) return false;
  m_children.update_variable(task_id, m_record.variables.front());
  return true;
}

bool VariableEdit::add(std::int64_t task_id, std::string_view name, std::string_view variable) {
  const auto position = m_rows.next_position(task_id);
  if (!position || !read(name, variable)) return false;
  m_children.insert_variable(task_id, *position, m_record.variables.front());
  return true;
}

bool VariableEdit::read(std::string_view name, std::string_view variable) {
  m_arena.clear();
  const std::string_view quoted = m_arena.keep(json::quoted(name));
  m_reader.read_variable(quoted, variable, m_arena, m_overflow, m_record);
  std::string raw_name;
  std::string text;
  write(raw_name, text);
  if (raw_name != quoted || text != variable) return false;
  m_layouts.assign(m_record);
  return true;
}

void VariableEdit::write(std::string& name, std::string& text) {
  std::string pretty;
  m_writer.append_variable(name, pretty, m_record, m_record.variables.front());
  json::append_compact(text, pretty);
}

}  // namespace rlmdb::variables
