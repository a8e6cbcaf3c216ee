// SPDX-License-Identifier: MIT
#include "store/content_rows.hpp"

#include "content_rows.sql.hpp"
#include "db/sql_text.hpp"
#include "rlmdb/error.hpp"
#include "util/sha256.hpp"

namespace rlmdb::store {

std::int64_t ContentRows::keep(std::string_view body) {
  const std::string sha256 = util::sha256_hex(body);
  if (const auto known = find(sha256)) return *known;
  m_connection.cached(db::sql_named(k_content_rows_sql, "insert_content")).bind_all(sha256, body).run();
  return m_connection.last_insert_rowid();
}

std::int64_t ContentRows::keep_bytes(std::string_view body) {
  const std::string sha256 = util::sha256_hex(body);
  if (const auto known = find(sha256)) return *known;
  db::Statement& insert = m_connection.cached(db::sql_named(k_content_rows_sql, "insert_content"));
  insert.bind_text(1, sha256);
  insert.bind_blob(2, body);
  insert.run();
  return m_connection.last_insert_rowid();
}

std::optional<std::int64_t> ContentRows::find(std::string_view sha256) {
  return db::get_maybe(
      m_connection.cached(db::sql_named(k_content_rows_sql, "select_content_id")).bind_all(sha256),
      [](const db::Statement& row) { return row.column_int64(0); });
}

std::string ContentRows::keep_by_sha256(std::string_view body) {
  std::string sha256 = util::sha256_hex(body);
  m_connection.cached(db::sql_named(k_content_rows_sql, "insert_content")).bind_all(sha256, body).run();
  return sha256;
}

std::string ContentRows::body(std::int64_t id) {
  auto body =
      db::get_maybe(m_connection.cached(db::sql_named(k_content_rows_sql, "select_content")).bind_all(id),
                    [](const db::Statement& row) { return std::string(row.column_text(0)); });
  if (!body)
    throw Error(ErrorCode::corrupt, "a value kept apart is missing", "contents:" + std::to_string(id),
                "`rlmdb verify` checks the database; restore a backup");
  return *std::move(body);
}

std::int64_t ContentRows::last_id() {
  return db::get_int64(m_connection.cached(db::sql_named(k_content_rows_sql, "select_last_content")));
}

void ContentRows::remove_unused() {
  m_connection.cached(db::sql_named(k_content_rows_sql, "delete_unused_contents")).run();
}

}  // namespace rlmdb::store
