// SPDX-License-Identifier: MIT
#include "trees/waiting_rows.hpp"

#include "db/sql_text.hpp"
#include "records/tokens.hpp"
#include "waiting_rows.sql.hpp"

namespace rlmdb::trees {

namespace {

NodeRow read_waiting(const db::Statement& row) {
  NodeRow node;
  node.id = row.column_int64(0);
  node.task_id = row.column_text(1);
  if (!row.column_is_null(2)) node.parent_ref = std::string(row.column_text(2));
  node.strategy = row.column_text(3);
  node.state_text = row.column_text(4);
  if (!row.column_is_null(4))
    node.state = records::find_task_state(node.state_text).value_or(TaskState::unknown);
  if (!row.column_is_null(5)) node.state_text = row.column_text(5);
  node.position = row.column_int64(6);
  node.names_dependencies = row.column_int64(7) != 0;
  if (node.state != TaskState::running) return node;
  if (row.column_int64(8) != 0) {
    node.claim.emplace();
    return node;
  }
  node.pid = row.column_optional_int64(9);
  node.started_at_ms = row.column_optional_int64(10);
  return node;
}

}  // namespace

std::vector<NodeRow> WaitingRows::select(std::optional<std::string_view> tree_id,
                                         std::optional<std::int64_t> task_id) {
  std::vector<NodeRow> rows;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_waiting_rows_sql, "select_waiting")).bind_all(tree_id, task_id),
      [&](const db::Statement& row) { rows.push_back(read_waiting(row)); });
  put_in_store_order(rows);
  return rows;
}

std::vector<NodeRow> waiting_parts(std::span<const NodeRow> rows) {
  std::vector<NodeRow> parts(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    parts[i].id = rows[i].id;
    parts[i].position = rows[i].position;
    parts[i].task_id = rows[i].task_id;
    parts[i].node_id = rows[i].node_id;
    parts[i].parent_ref = rows[i].parent_ref;
    parts[i].strategy = rows[i].strategy;
    parts[i].state = rows[i].state;
    parts[i].state_text = rows[i].state_text;
    parts[i].owner = rows[i].owner;
    parts[i].claim = rows[i].claim;
    parts[i].names_dependencies = rows[i].names_dependencies;
  }
  return parts;
}

std::vector<std::string> WaitingRows::trees_that_may_be_stuck(Interrupted interrupted) {
  std::vector<std::string> ids;
  db::for_each_row(m_connection.cached(db::sql_named(k_waiting_rows_sql, "select_trees_that_may_be_stuck"))
                       .bind_all(std::int64_t{interrupted == Interrupted::stuck}),
                   [&](const db::Statement& row) { ids.emplace_back(row.column_text(0)); });
  return ids;
}

std::vector<std::int64_t> WaitingRows::dependent_outside() {
  std::vector<std::int64_t> ids;
  db::for_each_row(m_connection.cached(db::sql_named(k_waiting_rows_sql, "select_dependent_outside")),
                   [&](const db::Statement& row) { ids.push_back(row.column_int64(0)); });
  return ids;
}

}  // namespace rlmdb::trees
