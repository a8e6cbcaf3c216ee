// SPDX-License-Identifier: MIT
#include "sources/source_record_rows.hpp"

#include "db/sql_text.hpp"
#include "source_record_rows.sql.hpp"

namespace rlmdb::sources {

bool SourceRecordRows::has_any() {
  return db::get_int64(m_connection.cached(db::sql_named(k_source_record_rows_sql, "has_source_records"))) !=
         0;
}

std::optional<std::string> SourceRecordRows::find(std::int64_t task_id) {
  db::Statement& statement =
      m_connection.cached(db::sql_named(k_source_record_rows_sql, "select_source_record"));
  return db::get_maybe(statement.bind_all(task_id),
                       [](const db::Statement& row) { return std::string(row.column_text(0)); });
}

void SourceRecordRows::put(std::int64_t task_id, std::string_view text) {
  m_connection.cached(db::sql_named(k_source_record_rows_sql, "put_source_record"))
      .bind_all(task_id, text)
      .run();
}

void SourceRecordRows::remove(std::int64_t task_id) {
  m_connection.cached(db::sql_named(k_source_record_rows_sql, "delete_source_record"))
      .bind_all(task_id)
      .run();
}

void SourceRecordRows::for_each(const std::function<void(std::int64_t task_id, std::string_view text)>& use) {
  db::for_each_row(m_connection.cached(db::sql_named(k_source_record_rows_sql, "select_source_records")),
                   [&](const db::Statement& row) { use(row.column_int64(0), row.column_text(1)); });
}

}  // namespace rlmdb::sources
