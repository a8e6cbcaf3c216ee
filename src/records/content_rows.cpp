// SPDX-License-Identifier: MIT
#include "records/content_rows.hpp"

#include "content_rows.sql.hpp"
#include "db/sql_text.hpp"
#include "rlmdb/error.hpp"
#include "util/sha256.hpp"

namespace rlmdb::records {

namespace {

[[noreturn]] void throw_damaged(std::int64_t id, const std::string& what) {
  throw Error(ErrorCode::corrupt, what, "contents:" + std::to_string(id),
              "`rlmdb verify` lists all that is damaged; restore the newest backup");
}

}  // namespace

void require_whole_content(std::int64_t id, std::string_view sha256, std::string_view body) {
  if (util::sha256_hex(body) != sha256) throw_damaged(id, "a value kept apart is not what its hash says");
}

std::string read_content(const db::Statement& row, int column) {
  if (row.column_is_null(column)) return {};
  const std::int64_t id = row.column_int64(column);
  if (row.column_is_null(column + 2)) throw_damaged(id, "a value kept apart is missing");
  std::string body(row.column_text(column + 2));
  require_whole_content(id, row.column_text(column + 1), body);
  return body;
}

std::int64_t ContentRows::keep(std::string_view body) {
  const std::string sha256 = util::sha256_hex(body);
  if (const auto known = find(sha256, body)) return *known;
  m_connection.cached(db::sql_named(k_content_rows_sql, "insert_content")).bind_all(sha256, body).run();
  return m_connection.last_insert_rowid();
}

std::int64_t ContentRows::keep_bytes(std::string_view body) {
  const std::string sha256 = util::sha256_hex(body);
  if (const auto known = find(sha256, body)) return *known;
  db::Statement& insert = m_connection.cached(db::sql_named(k_content_rows_sql, "insert_content"));
  insert.bind_text(1, sha256);
  insert.bind_blob(2, body);
  insert.run();
  return m_connection.last_insert_rowid();
}

std::optional<std::int64_t> ContentRows::find(std::string_view sha256, std::string_view body) {
  return db::get_maybe(
      m_connection.cached(db::sql_named(k_content_rows_sql, "select_content_id")).bind_all(sha256, body),
      [](const db::Statement& row) {
        const std::int64_t id = row.column_int64(0);
        if (row.column_int64(1) == 0) throw_damaged(id, "a value kept apart is not what its hash says");
        return id;
      });
}

std::string ContentRows::keep_by_sha256(std::string_view body) {
  std::string sha256 = util::sha256_hex(body);
  m_connection.cached(db::sql_named(k_content_rows_sql, "insert_content")).bind_all(sha256, body).run();
  return sha256;
}

std::string ContentRows::body(std::int64_t id) {
  auto body =
      db::get_maybe(m_connection.cached(db::sql_named(k_content_rows_sql, "select_content")).bind_all(id),
                    [](const db::Statement& row) { return read_content(row, 0); });
  if (!body) throw_damaged(id, "a value kept apart is missing");
  return *std::move(body);
}

std::int64_t ContentRows::last_id() {
  return db::get_int64(m_connection.cached(db::sql_named(k_content_rows_sql, "select_last_content")));
}

void ContentRows::remove_unused() {
  m_connection.cached(db::sql_named(k_content_rows_sql, "delete_unused_contents")).run();
}

}  // namespace rlmdb::records
