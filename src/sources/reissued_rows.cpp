// SPDX-License-Identifier: MIT
#include "sources/reissued_rows.hpp"

#include "db/sql_text.hpp"
#include "reissued_rows.sql.hpp"

namespace rlmdb::sources {

bool ReissuedRows::has_any() {
  return db::get_int64(m_connection.cached(db::sql_named(k_reissued_rows_sql, "has_reissued_ids"))) != 0;
}

std::optional<ReissuedTask> ReissuedRows::find(std::string_view legacy_id, std::string_view created_at) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_reissued_rows_sql, "select_reissued_id"));
  return db::get_maybe(statement.bind_all(legacy_id, created_at), [](const db::Statement& row) {
    return ReissuedTask{row.column_int64(0), std::string(row.column_text(1))};
  });
}

void ReissuedRows::put(std::string_view legacy_id, std::string_view created_at, std::int64_t task_id) {
  m_connection.cached(db::sql_named(k_reissued_rows_sql, "put_reissued_id"))
      .bind_all(legacy_id, created_at, task_id)
      .run();
}

}  // namespace rlmdb::sources
