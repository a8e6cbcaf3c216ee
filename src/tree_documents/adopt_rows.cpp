// SPDX-License-Identifier: MIT
#include "tree_documents/adopt_rows.hpp"

#include "adopt_rows.sql.hpp"
#include "db/sql_text.hpp"

namespace rlmdb::tree_documents {

bool AdoptRows::has_documents() {
  return db::get_int64(m_connection.cached(db::sql_named(k_adopt_rows_sql, "has_documents"))) != 0;
}

std::vector<NodeTwin> AdoptRows::twins() {
  std::vector<NodeTwin> twins;
  db::for_each_row(m_connection.cached(db::sql_named(k_adopt_rows_sql, "select_twins")),
                   [&](const db::Statement& row) {
                     twins.push_back({row.column_int64(0), row.column_int64(1), row.column_int64(2),
                                      std::string(row.column_text(3)), row.column_int64(4),
                                      std::string(row.column_text(5)), std::string(row.column_text(6))});
                   });
  return twins;
}

std::vector<NodeText> AdoptRows::node_texts(std::int64_t task_id) {
  std::vector<NodeText> texts;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_adopt_rows_sql, "select_node_texts")).bind_all(task_id),
      [&](const db::Statement& row) {
        texts.push_back({std::string(row.column_text(0)), row.column_int64(1)});
      });
  return texts;
}

}  // namespace rlmdb::tree_documents
