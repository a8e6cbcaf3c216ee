// SPDX-License-Identifier: MIT
#include "sources/removed_rows.hpp"

#include "db/sql_text.hpp"
#include "removed_rows.sql.hpp"

namespace rlmdb::sources {

bool RemovedRows::has_records() {
  return db::get_int64(m_connection.cached(db::sql_named(k_removed_rows_sql, "has_removed_records"))) != 0;
}

void RemovedRows::remember(std::int64_t task_id, std::string_view removed_at, std::int64_t event_seq) {
  m_connection.cached(db::sql_named(k_removed_rows_sql, "put_removed_record"))
      .bind_all(task_id, removed_at, event_seq)
      .run();
}

std::optional<std::string> RemovedRows::removed_at(std::string_view legacy_id, std::string_view created_at) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_removed_rows_sql, "select_removed_record"));
  return db::get_maybe(statement.bind_all(legacy_id, created_at),
                       [](const db::Statement& row) { return std::string(row.column_text(0)); });
}

void RemovedRows::forget(std::string_view legacy_id, std::string_view created_at) {
  m_connection.cached(db::sql_named(k_removed_rows_sql, "delete_removed_record"))
      .bind_all(legacy_id, created_at)
      .run();
}

void RemovedRows::remember_sources(std::string_view tree_id, const PlaceRange& files,
                                   std::string_view removed_at, std::int64_t event_seq) {
  m_connection.cached(db::sql_named(k_removed_rows_sql, "put_removed_sources"))
      .bind_all(tree_id, files.first, files.end, removed_at, event_seq)
      .run();
}

void RemovedRows::remember_checkpoint(std::int64_t snapshot, std::string_view tree_id,
                                      std::string_view removed_at, std::int64_t event_seq) {
  m_connection.cached(db::sql_named(k_removed_rows_sql, "put_removed_checkpoint"))
      .bind_all(snapshot, tree_id, removed_at, event_seq)
      .run();
}

std::optional<RemovedSource> RemovedRows::find_source(std::string_view source_path) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_removed_rows_sql, "select_removed_source"));
  return db::get_maybe(statement.bind_all(source_path), [](const db::Statement& row) {
    return RemovedSource{std::string(row.column_text(0)), std::string(row.column_text(1)),
                         std::string(row.column_text(2))};
  });
}

bool RemovedRows::is_place_removed(std::string_view place) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_removed_rows_sql, "is_place_removed"));
  return db::get_int64(statement.bind_all(place)) != 0;
}

void RemovedRows::forget_source(std::string_view source_path) {
  m_connection.cached(db::sql_named(k_removed_rows_sql, "delete_removed_source")).bind_all(source_path).run();
}

void RemovedRows::forget_all(std::string_view names_json, std::string_view owners_json,
                             std::string_view trees_json) {
  m_connection.cached(db::sql_named(k_removed_rows_sql, "delete_removed_records_of"))
      .bind_all(names_json, owners_json, trees_json)
      .run();
  m_connection.cached(db::sql_named(k_removed_rows_sql, "delete_removed_sources_of"))
      .bind_all(owners_json, trees_json)
      .run();
}

}  // namespace rlmdb::sources
