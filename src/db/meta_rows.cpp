// SPDX-License-Identifier: MIT
#include "db/meta_rows.hpp"

#include <charconv>

#include "db/sql_text.hpp"
#include "meta_rows.sql.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::db {

namespace {

Error missing(const std::string& what, std::string_view key) {
  return {ErrorCode::corrupt, what + " is missing", "meta:" + std::string(key), "restore the newest backup"};
}

}  // namespace

void require_numbers_left(std::int64_t number, std::string_view what) {
  if (number >= 0 && number <= k_last_number) return;
  throw Error(
      ErrorCode::conflict,
      "the numbers of the database are at their end: " + std::string(what) + " is " + std::to_string(number),
      std::string(what),
      "nothing was changed; counting does not come that far, so somebody set it: export the project "
      "(`rlmdb export --format project -o DIR`) and import it into a new database, or restore a backup");
}

std::int64_t MetaRows::counter(std::string_view key) {
  Statement& statement = m_connection.cached(sql_named(k_meta_rows_sql, "select_counter"));
  statement.bind_text(1, key);
  const auto value = get_maybe(statement, [](const Statement& row) { return row.column_int64(0); });
  if (!value) throw missing("a counter of the database", key);
  require_numbers_left(*value, key);
  return *value;
}

std::optional<std::string> MetaRows::find_text(std::string_view key) {
  return get_maybe(m_connection.cached(sql_named(k_meta_rows_sql, "select_text")).bind_all(key),
                   [](const Statement& row) { return std::string(row.column_text(0)); });
}

std::optional<std::int64_t> MetaRows::find_number(std::string_view key) {
  const std::optional<std::string> text = find_text(key);
  std::int64_t number = 0;
  const char* const end = text ? text->data() + text->size() : nullptr;
  if (!text || std::from_chars(text->data(), end, number).ptr != end) return std::nullopt;
  return number;
}

void MetaRows::put_text(std::string_view key, std::string_view text) {
  m_connection.cached(sql_named(k_meta_rows_sql, "put_text")).bind_all(key, text).run();
}

std::string MetaRows::text(std::string_view key) {
  auto text = find_text(key);
  if (!text) throw missing("a text of the database", key);
  return *std::move(text);
}

void MetaRows::insert_new(std::string_view key, std::string_view text) {
  m_connection.cached(sql_named(k_meta_rows_sql, "insert_new")).bind_all(key, text).run();
}

void MetaRows::raise_counter(std::string_view key, std::int64_t value) {
  m_connection.cached(sql_named(k_meta_rows_sql, "raise_counter")).bind_all(key, value).run();
}

}  // namespace rlmdb::db
