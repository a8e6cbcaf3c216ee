// SPDX-License-Identifier: MIT
#include "records/node_rows.hpp"

#include "db/sql_text.hpp"
#include "node_rows.sql.hpp"
#include "records/cell_columns.hpp"

namespace rlmdb::records {

db::Statement& NodeRows::insert_statement() {
  if (m_insert == nullptr) m_insert = &m_connection.cached(db::sql_named(k_node_rows_sql, "insert_node"));
  return *m_insert;
}

void NodeRows::insert(const TaskRecord& record) {
  if (!record.has_node) return;
  db::Statement& statement = insert_statement();
  statement.bind_int64(1, record.id);
  const int parameter = bind_cells(statement, 2, record.node);
  bind_id_or_null(statement, parameter, record.context_layout.id);
  bind_id_or_null(statement, parameter + 1, record.cost_layout.id);
  statement.run();
}

void NodeRows::rename_parent(std::string_view tree_id, std::string_view from, std::string_view to) {
  m_connection.cached(db::sql_named(k_node_rows_sql, "update_parent_ref")).bind_all(tree_id, from, to).run();
}

void NodeRows::put_document_values(const TaskRecord& record) {
  db::Statement& statement =
      m_connection.cached(db::sql_named(k_node_rows_sql, "update_node_document_values"));
  statement.bind_int64(1, record.id);
  int parameter = 2;
  for (const auto cell : {node_parent_ref, node_depth, node_decomposition_strategy, node_merge_strategy})
    bind_cell(statement, parameter++, record.node[cell]);
  statement.run();
}

void NodeRows::remove(std::int64_t task_id) {
  m_connection.cached(db::sql_named(k_node_rows_sql, "delete_node")).bind_all(task_id).run();
}

}  // namespace rlmdb::records
