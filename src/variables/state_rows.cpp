// SPDX-License-Identifier: MIT
#include "variables/state_rows.hpp"

#include "db/sql_text.hpp"
#include "records/cell_columns.hpp"
#include "records/variable_rows.hpp"
#include "state_rows.sql.hpp"

namespace rlmdb::variables {

namespace {

StateHead read_state_head(const db::Statement& row) {
  StateHead head;
  head.id = row.column_int64(0);
  head.scope = row.column_text(1);
  head.name = row.column_text(2);
  head.source_path = records::read_optional_text(row, 3);
  head.import_id = row.column_optional_int64(4);
  head.version = row.column_int64(5);
  head.source_version = row.column_optional_int64(6);
  head.last_event_seq = row.column_optional_int64(7);
  head.outline = row.column_text(8);
  head.source_sha256 = row.column_text(9);
  return head;
}

}  // namespace

std::optional<StateHead> StateRows::find(std::string_view scope, std::string_view name) {
  return db::get_maybe(
      m_connection.cached(db::sql_named(k_state_rows_sql, "select_state")).bind_all(scope, name),
      read_state_head);
}

std::optional<StateHead> StateRows::find_by_source(std::string_view source_path) {
  return db::get_maybe(
      m_connection.cached(db::sql_named(k_state_rows_sql, "select_state_by_source")).bind_all(source_path),
      read_state_head);
}

std::vector<StateHead> StateRows::all() {
  std::vector<StateHead> heads;
  db::for_each_row(m_connection.cached(db::sql_named(k_state_rows_sql, "select_all_states")),
                   [&](const db::Statement& row) { heads.push_back(read_state_head(row)); });
  return heads;
}

void StateRows::insert(const StateHead& head) {
  m_connection.cached(db::sql_named(k_state_rows_sql, "insert_state"))
      .bind_all(head.id, head.scope, head.name, head.source_path, head.import_id, head.version,
                head.source_version, head.outline)
      .run();
}

void StateRows::update(const StateHead& head) {
  m_connection.cached(db::sql_named(k_state_rows_sql, "update_state"))
      .bind_all(head.id, head.source_path, head.import_id, head.version, head.source_version,
                head.last_event_seq, head.outline)
      .run();
}

void StateRows::remove(std::int64_t id) {
  records::VariableRows(m_connection).remove_all({.state_id = id});
  m_connection.cached(db::sql_named(k_state_rows_sql, "delete_state_mutations")).bind_all(id).run();
  remove_checkpoints(id);
  m_connection.cached(db::sql_named(k_state_rows_sql, "delete_state")).bind_all(id).run();
}

std::vector<std::string> StateRows::texts(std::string_view statement, std::int64_t id) {
  std::vector<std::string> texts;
  db::for_each_row(m_connection.cached(statement).bind_all(id),
                   [&](const db::Statement& row) { texts.emplace_back(row.column_text(0)); });
  return texts;
}

std::vector<std::string> StateRows::mutations(std::int64_t id) {
  return texts(db::sql_named(k_state_rows_sql, "select_state_mutations"), id);
}

void StateRows::replace_mutations(std::int64_t id, const std::vector<std::string>& mutations) {
  m_connection.cached(db::sql_named(k_state_rows_sql, "delete_state_mutations")).bind_all(id).run();
  std::int64_t position = 0;
  for (const std::string& json : mutations)
    m_connection.cached(db::sql_named(k_state_rows_sql, "insert_state_mutation"))
        .bind_all(id, position++, json)
        .run();
}

std::vector<std::string> StateRows::checkpoints(std::int64_t id) {
  return texts(db::sql_named(k_state_rows_sql, "select_state_checkpoints"), id);
}

void StateRows::append_checkpoint(std::int64_t id, std::string_view json) {
  m_connection.cached(db::sql_named(k_state_rows_sql, "append_state_checkpoint")).bind_all(id, json).run();
}

void StateRows::remove_checkpoints(std::int64_t id) {
  m_connection.cached(db::sql_named(k_state_rows_sql, "delete_state_checkpoints")).bind_all(id).run();
}

}  // namespace rlmdb::variables
