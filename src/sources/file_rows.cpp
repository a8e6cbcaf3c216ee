// SPDX-License-Identifier: MIT
#include "sources/file_rows.hpp"

#include "db/sql_text.hpp"
#include "file_rows.sql.hpp"
#include "records/content_rows.hpp"

namespace rlmdb::sources {

namespace {

FileHead read_file_head(const db::Statement& row) {
  return {std::string(row.column_text(0)),
          std::string(row.column_text(1)),
          std::string(row.column_text(2)),
          row.column_int64(3),
          row.column_int64(4),
          row.column_int64(5)};
}

}  // namespace

std::optional<FileHead> FileRows::find(std::string_view source_path) {
  return db::get_maybe(
      m_connection.cached(db::sql_named(k_file_rows_sql, "select_file")).bind_all(source_path),
      read_file_head);
}

std::vector<FileHead> FileRows::all() {
  std::vector<FileHead> files;
  db::for_each_row(m_connection.cached(db::sql_named(k_file_rows_sql, "select_all_files")),
                   [&](const db::Statement& row) { files.push_back(read_file_head(row)); });
  return files;
}

std::optional<std::string> FileRows::find_value(std::string_view place) {
  return db::get_maybe(m_connection.cached(db::sql_named(k_file_rows_sql, "select_value_at")).bind_all(place),
                       [](const db::Statement& row) { return records::read_content(row, 0); });
}

std::int64_t FileRows::count_between(std::string_view first, std::string_view end) {
  return db::get_int64(
      m_connection.cached(db::sql_named(k_file_rows_sql, "count_files_between")).bind_all(first, end));
}

void FileRows::remove_between(std::string_view first, std::string_view end) {
  m_connection.cached(db::sql_named(k_file_rows_sql, "delete_files_between")).bind_all(first, end).run();
}

void FileRows::remove(std::string_view source_path) {
  m_connection.cached(db::sql_named(k_file_rows_sql, "delete_file")).bind_all(source_path).run();
}

void FileRows::put(const FileHead& file) {
  m_connection.cached(db::sql_named(k_file_rows_sql, "put_file"))
      .bind_all(file.kind, file.place, file.source_path, file.import_id, file.content_id, file.modified_ns)
      .run();
}

}  // namespace rlmdb::sources
