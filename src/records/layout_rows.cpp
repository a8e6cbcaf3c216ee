// SPDX-License-Identifier: MIT
#include "records/layout_rows.hpp"

#include "db/sql_text.hpp"
#include "layout_rows.sql.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::records {

std::int64_t LayoutRows::intern(std::string_view level, std::string_view members_json, std::uint64_t& added) {
  db::Statement& find = m_connection.cached(db::sql_named(k_layout_rows_sql, "select_layout_id"));
  find.bind_all(level, members_json);
  if (const auto id = db::get_maybe(find, [](const db::Statement& row) { return row.column_int64(0); }))
    return *id;
  m_connection.cached(db::sql_named(k_layout_rows_sql, "insert_layout")).bind_all(level, members_json).run();
  ++added;
  return m_connection.last_insert_rowid();
}

LayoutText LayoutRows::get(std::int64_t id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_layout_rows_sql, "select_layout"));
  statement.bind_int64(1, id);
  auto text = db::get_maybe(statement, [](const db::Statement& row) {
    return LayoutText{std::string(row.column_text(0)), std::string(row.column_text(1))};
  });
  if (!text) {
    throw Error(ErrorCode::corrupt, "a record refers to a layout that does not exist",
                "layouts:" + std::to_string(id), "run `rlmdb verify`, then restore the newest backup");
  }
  return *std::move(text);
}

}  // namespace rlmdb::records
