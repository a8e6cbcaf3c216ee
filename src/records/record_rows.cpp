// SPDX-License-Identifier: MIT
#include "records/record_rows.hpp"

#include "db/sql_text.hpp"
#include "record_rows.sql.hpp"
#include "records/cell_columns.hpp"

namespace rlmdb::records {

namespace {

/// The columns of every statement that selects records, in order.
void read_record(const db::Statement& row, TaskRecord& record) {
  record.clear();
  int column = read_cells(row, 0, record.task);
  const int node_columns = column;
  column += static_cast<int>(k_node_cells);
  record.has_node = !row.column_is_null(column++);
  if (record.has_node) read_cells(row, node_columns, record.node);
  record.context_layout.id = row.column_int64(column++);
  record.cost_layout.id = row.column_int64(column++);
  record.id = row.column_int64(column++);
  record.position = row.column_int64(column++);
  record.version = row.column_int64(column++);
  record.layout.id = row.column_int64(column++);
  record.metadata_layout.id = row.column_int64(column++);
  record.residue = row.column_text(column++);
  record.verbatim = row.column_text(column++);
  record.verbatim_digest = row.column_blob(column++);
  record.import_id = row.column_int64(column++);
  record.source_digest = row.column_blob(column++);
  record.source_version = row.column_int64(column);
}

void keep_texts(TaskRecord& record, TextArena& arena) {
  for (Cell& cell : record.task) cell.text = arena.keep(cell.text);
  for (Cell& cell : record.node) cell.text = arena.keep(cell.text);
  for (std::string_view* text :
       {&record.residue, &record.verbatim, &record.verbatim_digest, &record.source_digest}) {
    *text = arena.keep(*text);
  }
}

/// Where no row has a place of its own, store order is the table's order, which needs neither index nor sort.
std::string_view select_in_order(db::Connection& connection) {
  if (db::get_int64(connection.cached(db::sql_named(k_record_rows_sql, "has_positions"))) == 0)
    return db::sql_named(k_record_rows_sql, "select_records_by_id");
  return db::sql_named(k_record_rows_sql, "select_records_by_position");
}

}  // namespace

RecordCursor::RecordCursor(db::Connection& connection, std::int64_t first_id)
    : m_statement(connection, select_in_order(connection)),
      m_variables(connection, Walk::all_tasks),
      m_checkpoints(connection, Walk::all_tasks),
      m_outputs(connection, Walk::all_tasks) {
  m_statement.bind_int64(1, first_id);
}

bool RecordCursor::next(TaskRecord& record, TextArena& arena) {
  if (!m_statement.step()) return false;
  read_record(m_statement, record);
  keep_texts(record, arena);
  m_variables.read(record, arena);
  m_checkpoints.read(record, arena);
  m_outputs.read(record, arena);
  return true;
}

bool has_verbatim(db::Connection& connection, std::int64_t id) {
  return db::get_int64(connection.cached(db::sql_named(k_record_rows_sql, "has_verbatim")).bind_all(id)) != 0;
}

RecordFinder::RecordFinder(db::Connection& connection)
    : m_connection(connection),
      m_statement(connection.cached(db::sql_named(k_record_rows_sql, "select_record"))) {}

bool RecordFinder::find(std::int64_t id, TaskRecord& record, Chunks chunks) {
  m_statement.reset();
  m_arena.clear();
  m_statement.bind_int64(1, id);
  if (!m_statement.step()) return false;
  read_record(m_statement, record);
  keep_texts(record, m_arena);
  m_statement.reset();
  VariableCursor(m_connection, Walk::one_task).read(record, m_arena);
  CheckpointCursor(m_connection, Walk::one_task).read(record, m_arena);
  if (chunks == Chunks::joined || !record.verbatim.empty())
    OutputCursor(m_connection, Walk::one_task).read(record, m_arena);
  return true;
}

}  // namespace rlmdb::records
