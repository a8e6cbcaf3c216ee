// SPDX-License-Identifier: MIT
#include "variables/value_file_rows.hpp"

#include "db/sql_text.hpp"
#include "value_file_rows.sql.hpp"

namespace rlmdb::variables {

namespace {

ValueFile read_value_file(const db::Statement& row) {
  const auto text_or_none = [&](int column) {
    const auto text = row.column_optional_text(column);
    return text ? std::optional(std::string(*text)) : std::nullopt;
  };
  return {std::string(row.column_text(0)), row.column_int64(1), text_or_none(2), text_or_none(3)};
}

}  // namespace

bool ValueFileRows::has_any() {
  return db::get_int64(m_connection.cached(db::sql_named(k_value_file_rows_sql, "has_value_files"))) != 0;
}

std::optional<ValueFile> ValueFileRows::find(std::string_view place) {
  return db::get_maybe(
      m_connection.cached(db::sql_named(k_value_file_rows_sql, "select_value_file")).bind_all(place),
      read_value_file);
}

std::vector<ValueFile> ValueFileRows::of_owner(std::int64_t owner_id) {
  return files(m_connection.cached(db::sql_named(k_value_file_rows_sql, "select_value_files_of_owner"))
                   .bind_all(owner_id));
}

std::vector<ValueFile> ValueFileRows::to_go() {
  return files(m_connection.cached(db::sql_named(k_value_file_rows_sql, "select_value_files_to_go")));
}

std::vector<ValueFile> ValueFileRows::all() {
  return files(m_connection.cached(db::sql_named(k_value_file_rows_sql, "select_all_value_files")));
}

void ValueFileRows::put(const ValueFile& file) {
  m_connection.cached(db::sql_named(k_value_file_rows_sql, "put_value_file"))
      .bind_all(file.place, file.owner_id, file.name, file.sha256)
      .run();
}

void ValueFileRows::release(std::int64_t owner_id, std::string_view name) {
  m_connection.cached(db::sql_named(k_value_file_rows_sql, "release_value_file"))
      .bind_all(owner_id, name)
      .run();
}

void ValueFileRows::remove(std::string_view place) {
  m_connection.cached(db::sql_named(k_value_file_rows_sql, "delete_value_file")).bind_all(place).run();
}

void ValueFileRows::remove_of(std::string_view owners) {
  m_connection.cached(db::sql_named(k_value_file_rows_sql, "delete_value_files_of_owners"))
      .bind_all(owners)
      .run();
}

std::vector<ValueFile> ValueFileRows::files(db::Statement& statement) {
  std::vector<ValueFile> found;
  db::for_each_row(statement, [&](const db::Statement& row) { found.push_back(read_value_file(row)); });
  return found;
}

}  // namespace rlmdb::variables
