// SPDX-License-Identifier: MIT
#include "records/record_children.hpp"

#include "json/json_string.hpp"
#include "records/content_rows.hpp"

namespace rlmdb::records {

namespace {

/// The value's JSON text where it is so long that it is kept apart; else "". Residue goes by the cell.
std::string large_value(const VariableRecord& variable) {
  constexpr std::size_t k_most_bytes_a_byte = 6;  // \u001f
  const Cell& value = variable.cells[variable_value];
  if (value.type != CellType::text || !variable.residue.empty() ||
      value.text.size() * k_most_bytes_a_byte <= k_most_inline_bytes)
    return {};
  const bool is_json = !variable.cells[variable_value_type].is_null();
  std::string json = is_json ? std::string(value.text) : json::quoted(value.text);
  return json.size() > k_most_inline_bytes ? json : std::string();
}

}  // namespace

void RecordChildren::insert(const TaskRecord& record) {
  m_nodes.insert(record);
  std::int64_t position = 0;
  for (const VariableRecord& variable : record.variables)
    insert_variable({.task_id = record.id}, position++, variable);
  position = 0;
  for (const CheckpointRecord& checkpoint : record.checkpoints)
    m_checkpoints.insert(record.id, position++, checkpoint);
}

void RecordChildren::insert_variable(const VariablesOf& owner, std::int64_t position,
                                     const VariableRecord& variable) {
  write_variable(variable, [&](const VariableRecord& row, std::int64_t content_id) {
    m_variables.insert(owner, position, row, content_id);
  });
}

void RecordChildren::update_variable(std::int64_t id, const VariableRecord& variable) {
  write_variable(variable, [&](const VariableRecord& row, std::int64_t content_id) {
    m_variables.update(id, row, content_id);
  });
}

/// A large value goes to contents, and the row names it.
template <class Write>
void RecordChildren::write_variable(const VariableRecord& variable, Write&& write) {
  const std::string value = large_value(variable);
  if (value.empty()) {
    write(variable, 0);
    return;
  }
  VariableRecord without = variable;
  without.cells[variable_value] = {};
  without.cells[variable_value_type] = Cell::of_text("json");
  write(without, m_contents.keep(value));
}

void RecordChildren::remove_all(std::int64_t task_id) {
  remove_beside_chunks(task_id);
  m_outputs.remove_all(task_id);
}

void RecordChildren::remove_beside_chunks(std::int64_t task_id) {
  m_nodes.remove(task_id);
  m_variables.remove_all({.task_id = task_id});
  m_checkpoints.remove_all(task_id);
}

}  // namespace rlmdb::records
