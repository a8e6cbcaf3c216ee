// SPDX-License-Identifier: MIT
#include "records/output_rows.hpp"

#include <string>

#include "db/sql_text.hpp"
#include "output_rows.sql.hpp"

namespace rlmdb::records {

void OutputRows::insert(std::int64_t task_id, std::int64_t end_bytes, std::string_view chunk) {
  m_connection.cached(db::sql_named(k_output_rows_sql, "insert_chunk"))
      .bind_all(task_id, end_bytes, chunk)
      .run();
}

std::int64_t OutputRows::output_bytes(std::int64_t task_id) {
  return db::get_int64(
      m_connection.cached(db::sql_named(k_output_rows_sql, "select_output_bytes")).bind_all(task_id));
}

bool OutputRows::has_chunks(std::int64_t task_id) {
  return db::get_int64(
             m_connection.cached(db::sql_named(k_output_rows_sql, "has_chunks")).bind_all(task_id)) != 0;
}

std::string OutputRows::whole(std::int64_t task_id) {
  return db::get_text(
      m_connection.cached(db::sql_named(k_output_rows_sql, "select_whole_output")).bind_all(task_id));
}

void OutputRows::remove_all(std::int64_t task_id) {
  m_connection.cached(db::sql_named(k_output_rows_sql, "delete_chunks")).bind_all(task_id).run();
}

OutputCursor::OutputCursor(db::Connection& connection, Walk walk)
    : m_rows(connection, db::sql_named(k_output_rows_sql, "select_chunks_from"), walk) {}

void OutputCursor::read(TaskRecord& record, TextArena& arena) {
  std::string output;
  bool has_chunks = false;
  Cell& cell = record.task[task_output];
  m_rows.for_each(record.id, [&](const db::Statement& row) {
    if (!has_chunks) output = cell.text;
    has_chunks = true;
    output += row.column_text(1);
  });
  if (has_chunks) cell = Cell::of_text(arena.keep(output));
}

}  // namespace rlmdb::records
