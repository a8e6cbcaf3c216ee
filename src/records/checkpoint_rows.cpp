// SPDX-License-Identifier: MIT
#include "records/checkpoint_rows.hpp"

#include "checkpoint_rows.sql.hpp"
#include "db/sql_text.hpp"
#include "records/cell_columns.hpp"

namespace rlmdb::records {

namespace {

void read_row(const db::Statement& row, TextArena& arena, CheckpointRecord& checkpoint) {
  int column = read_cells(row, 2, checkpoint.cells);
  for (Cell& cell : checkpoint.cells) cell.text = arena.keep(cell.text);
  checkpoint.layout.id = row.column_int64(column++);
  checkpoint.residue = arena.keep(row.column_text(column));
}

std::vector<std::string> read_ids(db::Statement& statement) {
  std::vector<std::string> ids;
  db::for_each_row(statement, [&](const db::Statement& row) {
    if (!row.column_is_null(0)) ids.emplace_back(row.column_text(0));
  });
  return ids;
}

}  // namespace

db::Statement& CheckpointRows::insert_statement() {
  if (m_insert == nullptr)
    m_insert = &m_connection.cached(db::sql_named(k_checkpoint_rows_sql, "insert_checkpoint"));
  return *m_insert;
}

void CheckpointRows::insert(std::int64_t task_id, std::int64_t position, const CheckpointRecord& checkpoint) {
  db::Statement& statement = insert_statement();
  statement.bind_int64(1, task_id);
  statement.bind_int64(2, position);
  int parameter = bind_cells(statement, 3, checkpoint.cells);
  bind_id_or_null(statement, parameter++, checkpoint.layout.id);
  bind_text_or_null(statement, parameter, checkpoint.residue);
  statement.run();
}

void CheckpointRows::remove_all(std::int64_t task_id) {
  m_connection.cached(db::sql_named(k_checkpoint_rows_sql, "delete_checkpoints")).bind_all(task_id).run();
}

std::optional<std::int64_t> CheckpointRows::next_position(std::int64_t task_id) {
  db::Statement& statement =
      m_connection.cached(db::sql_named(k_checkpoint_rows_sql, "select_next_position"));
  return db::get_maybe(statement.bind_all(task_id),
                       [](const db::Statement& row) { return row.column_optional_int64(0); })
      .value_or(std::nullopt);
}

bool CheckpointRows::is_named(std::string_view checkpoint_id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_checkpoint_rows_sql, "is_named"));
  return db::get_int64(statement.bind_all(checkpoint_id)) != 0;
}

std::optional<std::int64_t> CheckpointRows::find_task_that_names(std::string_view checkpoint_id) {
  db::Statement& statement =
      m_connection.cached(db::sql_named(k_checkpoint_rows_sql, "select_task_that_names"));
  return db::get_maybe(statement.bind_all(checkpoint_id),
                       [](const db::Statement& row) { return row.column_int64(0); });
}

std::vector<std::int64_t> CheckpointRows::tasks_that_lose(std::string_view checkpoint_id,
                                                          std::string_view scope, std::string_view owner,
                                                          std::string_view going_json) {
  std::vector<std::int64_t> tasks;
  db::Statement& statement =
      m_connection.cached(db::sql_named(k_checkpoint_rows_sql, "select_tasks_that_lose"));
  db::for_each_row(statement.bind_all(checkpoint_id, scope, owner, going_json),
                   [&](const db::Statement& row) { tasks.push_back(row.column_int64(0)); });
  return tasks;
}

std::vector<std::string> CheckpointRows::resumed_in_tree(std::string_view tree_id) {
  return read_ids(
      m_connection.cached(db::sql_named(k_checkpoint_rows_sql, "select_resume_checkpoints_of_tree"))
          .bind_all(tree_id));
}

std::vector<std::string> CheckpointRows::resumed_by_task(std::string_view legacy_id) {
  return read_ids(
      m_connection.cached(db::sql_named(k_checkpoint_rows_sql, "select_resume_checkpoint_of_task"))
          .bind_all(legacy_id));
}

std::vector<std::int64_t> CheckpointRows::tasks_with_lists() {
  std::vector<std::int64_t> tasks;
  db::for_each_row(m_connection.cached(db::sql_named(k_checkpoint_rows_sql, "select_tasks_with_lists")),
                   [&](const db::Statement& row) { tasks.push_back(row.column_int64(0)); });
  return tasks;
}

std::vector<ListedCheckpoint> CheckpointRows::listed(std::int64_t task_id) {
  std::vector<ListedCheckpoint> listed;
  db::Statement& statement = m_connection.cached(db::sql_named(k_checkpoint_rows_sql, "select_listed"));
  db::for_each_row(statement.bind_all(task_id), [&](const db::Statement& row) {
    listed.push_back({std::string(row.column_text(0)), read_optional_text(row, 1), read_optional_text(row, 2),
                      read_optional_text(row, 3), read_optional_text(row, 4)});
  });
  return listed;
}

CheckpointCursor::CheckpointCursor(db::Connection& connection, Walk walk)
    : m_rows(connection, db::sql_named(k_checkpoint_rows_sql, "select_checkpoints_from"), walk) {}

void CheckpointCursor::read(TaskRecord& record, TextArena& arena) {
  m_rows.read_in_order(
      record.id, record.checkpoints,
      [&](const db::Statement& row, CheckpointRecord& checkpoint) { read_row(row, arena, checkpoint); });
}

}  // namespace rlmdb::records
