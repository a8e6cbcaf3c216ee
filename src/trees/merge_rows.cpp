// SPDX-License-Identifier: MIT
#include "trees/merge_rows.hpp"

#include "db/sql_text.hpp"
#include "merge_rows.sql.hpp"

namespace rlmdb::trees {

namespace {

std::string text_of(const db::Statement& row, int column) {
  return std::string(row.column_text(column));
}

MergeNode read_merged_node(const db::Statement& row) {
  return {row.column_int64(0), text_of(row, 1), text_of(row, 2),
          text_of(row, 3),     text_of(row, 4), text_of(row, 5)};
}

MergeChild read_child(const db::Statement& row) {
  MergeChild child{text_of(row, 0), text_of(row, 1), text_of(row, 2), {}, row.column_int64(4) != 0, {}};
  if (!row.column_is_null(3)) child.result = text_of(row, 3);
  child.confidence = row.column_optional_double(5);
  return child;
}

}  // namespace

MergeNode MergeRows::node(std::int64_t id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_merge_rows_sql, "select_merge_node"));
  return db::get_maybe(statement.bind_all(id), read_merged_node).value_or(MergeNode{});
}

MergeChild MergeRows::child(std::int64_t id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_merge_rows_sql, "select_merge_input"));
  return db::get_maybe(statement.bind_all(id), read_child).value_or(MergeChild{});
}

}  // namespace rlmdb::trees
