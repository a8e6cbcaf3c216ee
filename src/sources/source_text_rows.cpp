// SPDX-License-Identifier: MIT
#include "sources/source_text_rows.hpp"

#include "db/sql_text.hpp"
#include "source_text_rows.sql.hpp"

namespace rlmdb::sources {

std::optional<StoredText> SourceTextRows::find(std::string_view source_path) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_source_text_rows_sql, "select_source_text"));
  return db::get_maybe(statement.bind_all(source_path), [](const db::Statement& row) {
    StoredText text{std::string(row.column_text(0)), std::nullopt};
    if (row.column_type(1) != db::ColumnType::null) text.packed = row.column_blob(1);
    return text;
  });
}

std::vector<std::string> SourceTextRows::source_paths() {
  std::vector<std::string> paths;
  db::for_each_row(m_connection.cached(db::sql_named(k_source_text_rows_sql, "select_all_source_texts")),
                   [&](const db::Statement& row) { paths.emplace_back(row.column_text(0)); });
  return paths;
}

void SourceTextRows::put(std::string_view source_path, std::int64_t import_id, const StoredText& text) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_source_text_rows_sql, "put_source_text"))
                                 .bind_all(source_path, import_id, text.style);
  if (text.packed) {
    statement.bind_blob(4, *text.packed);
  } else {
    statement.bind_null(4);
  }
  statement.run();
}

void SourceTextRows::remove(std::string_view source_path) {
  m_connection.cached(db::sql_named(k_source_text_rows_sql, "delete_source_text"))
      .bind_all(source_path)
      .run();
}

void SourceTextRows::drop_packed(std::string_view source_path) {
  m_connection.cached(db::sql_named(k_source_text_rows_sql, "drop_packed_text")).bind_all(source_path).run();
}

}  // namespace rlmdb::sources
