// SPDX-License-Identifier: MIT
#include "schemas/oddity_rows.hpp"

#include "db/sql_text.hpp"
#include "oddity_rows.sql.hpp"

namespace rlmdb::schemas {

void OddityRows::for_each_tree(const std::function<void(std::string_view)>& use) {
  db::for_each_row(m_connection.cached(db::sql_named(k_oddity_rows_sql, "select_tree_ids")),
                   [&](const db::Statement& row) { use(row.column_text(0)); });
}

void OddityRows::for_each_outline(const std::function<void(std::string_view, std::string_view)>& use) {
  db::for_each_row(m_connection.cached(db::sql_named(k_oddity_rows_sql, "select_outlines")),
                   [&](const db::Statement& row) { use(row.column_text(0), row.column_text(1)); });
}

void OddityRows::for_each_node(const std::function<void(const DocumentedNode&)>& use) {
  db::for_each_row(m_connection.cached(db::sql_named(k_oddity_rows_sql, "select_documented_nodes")),
                   [&](const db::Statement& row) {
                     use({row.column_text(0), row.column_text(1), row.column_text(2), row.column_int64(3),
                          row.column_int64(4) != 0});
                   });
}

}  // namespace rlmdb::schemas
