// SPDX-License-Identifier: MIT
#include "records/variable_rows.hpp"

#include "db/sql_text.hpp"
#include "records/cell_columns.hpp"
#include "records/content_rows.hpp"
#include "variable_rows.sql.hpp"

namespace rlmdb::records {

namespace {

void read_row(const db::Statement& row, int first, TextArena& arena, VariableRecord& variable) {
  int column = read_cells(row, first, variable.cells);
  for (Cell& cell : variable.cells) cell.text = arena.keep(cell.text);
  variable.layout.id = row.column_int64(column++);
  variable.metadata_layout.id = row.column_int64(column++);
  variable.residue = arena.keep(row.column_text(column++));
  variable.id = row.column_int64(column++);
  if (!row.column_is_null(column))
    require_whole_content(row.column_int64(column), row.column_text(column + 1),
                          variable.cells[variable_value].text);
}

/// ?1 and ?2.
db::Statement& bind_owner(db::Statement& statement, const VariablesOf& owner) {
  bind_id_or_null(statement, 1, owner.task_id);
  bind_id_or_null(statement, 2, owner.state_id);
  return statement;
}

/// Binds `first`, `first` + 1, …: what insert and update write in the same order.
void bind_variable(db::Statement& statement, int first, const VariableRecord& variable,
                   std::int64_t content_id) {
  int parameter = bind_cells(statement, first, variable.cells);
  bind_id_or_null(statement, parameter++, variable.layout.id);
  bind_id_or_null(statement, parameter++, variable.metadata_layout.id);
  bind_text_or_null(statement, parameter++, variable.residue);
  bind_id_or_null(statement, parameter, content_id);
}

}  // namespace

db::Statement& VariableRows::insert_statement() {
  if (m_insert == nullptr)
    m_insert = &m_connection.cached(db::sql_named(k_variable_rows_sql, "insert_variable"));
  return *m_insert;
}

db::Statement& VariableRows::owned(std::string_view statement, const VariablesOf& owner) {
  return bind_owner(m_connection.cached(statement), owner);
}

void VariableRows::insert(const VariablesOf& owner, std::int64_t position, const VariableRecord& variable,
                          std::int64_t content_id) {
  db::Statement& statement = bind_owner(insert_statement(), owner);
  statement.bind_int64(3, position);
  bind_variable(statement, 4, variable, content_id);
  statement.run();
}

void VariableRows::update(std::int64_t id, const VariableRecord& variable, std::int64_t content_id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_variable_rows_sql, "update_variable"));
  statement.bind_int64(1, id);
  bind_variable(statement, 2, variable, content_id);
  statement.run();
}

void VariableRows::remove(std::int64_t id) {
  m_connection.cached(db::sql_named(k_variable_rows_sql, "delete_variable")).bind_all(id).run();
}

void VariableRows::remove_all(const VariablesOf& owner) {
  owned(db::sql_named(k_variable_rows_sql, "delete_variables"), owner).run();
}

bool VariableRows::find(const VariablesOf& owner, std::string_view name, TextArena& arena,
                        VariableRecord& variable) {
  db::Statement& statement = owned(db::sql_named(k_variable_rows_sql, "select_variable"), owner);
  statement.bind_text(3, name);
  return db::get_maybe(statement,
                       [&](const db::Statement& row) {
                         read_row(row, 0, arena, variable);
                         return true;
                       })
      .has_value();
}

void VariableRows::read_state(std::int64_t state_id, TextArena& arena,
                              std::vector<VariableRecord>& variables) {
  variables.clear();
  db::for_each_row(
      m_connection.cached(db::sql_named(k_variable_rows_sql, "select_variables_of_state")).bind_all(state_id),
      [&](const db::Statement& row) { read_row(row, 0, arena, variables.emplace_back()); });
}

std::int64_t VariableRows::count(const VariablesOf& owner) {
  return db::get_int64(owned(db::sql_named(k_variable_rows_sql, "count_variables"), owner));
}

std::optional<std::int64_t> VariableRows::next_position(const VariablesOf& owner) {
  return db::get_maybe(owned(db::sql_named(k_variable_rows_sql, "select_next_position"), owner),
                       [](const db::Statement& row) { return row.column_optional_int64(0); })
      .value_or(std::nullopt);
}

bool VariableRows::is_referred_to(std::string_view place) {
  return db::get_int64(
             m_connection.cached(db::sql_named(k_variable_rows_sql, "is_referred_to")).bind_all(place)) != 0;
}

std::set<std::string> VariableRows::references() {
  std::set<std::string> paths;
  db::for_each_row(m_connection.cached(db::sql_named(k_variable_rows_sql, "select_references")),
                   [&](const db::Statement& row) { paths.emplace(row.column_text(0)); });
  return paths;
}

VariableCursor::VariableCursor(db::Connection& connection, Walk walk)
    : m_rows(connection, db::sql_named(k_variable_rows_sql, "select_variables_from"), walk) {}

void VariableCursor::read(TaskRecord& record, TextArena& arena) {
  m_rows.read_in_order(record.id, record.variables, [&](const db::Statement& row, VariableRecord& variable) {
    read_row(row, 2, arena, variable);
  });
}

}  // namespace rlmdb::records
