// SPDX-License-Identifier: MIT
#include "writing/request_rows.hpp"

#include "db/sql_text.hpp"
#include "request_rows.sql.hpp"

namespace rlmdb::writing {

std::optional<Request> RequestRows::find(std::string_view key) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_request_rows_sql, "select_request"));
  statement.bind_text(1, key);
  return db::get_maybe(statement, [](const db::Statement& row) {
    return Request{std::string(row.column_text(0)), std::string(row.column_text(1))};
  });
}

void RequestRows::insert(std::string_view key, std::string_view at, const Request& request) {
  m_connection.cached(db::sql_named(k_request_rows_sql, "insert_request"))
      .bind_all(key, at, request.request_sha256, request.answer)
      .run();
}

std::int64_t RequestRows::count_before(std::string_view time) {
  return db::get_int64(
      m_connection.cached(db::sql_named(k_request_rows_sql, "count_requests_before")).bind_all(time));
}

std::int64_t RequestRows::remove_before(std::string_view time) {
  m_connection.cached(db::sql_named(k_request_rows_sql, "delete_requests_before")).bind_all(time).run();
  return m_connection.changes();
}

void RequestRows::remove_naming(std::string_view names_json) {
  m_connection.cached(db::sql_named(k_request_rows_sql, "delete_requests_naming")).bind_all(names_json).run();
}

}  // namespace rlmdb::writing
