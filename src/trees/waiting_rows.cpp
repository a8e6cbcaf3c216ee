// SPDX-License-Identifier: MIT
#include "trees/waiting_rows.hpp"

#include <algorithm>

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

std::vector<NodeRow> WaitingRows::of_tree(std::string_view tree_id) {
  std::vector<NodeRow> rows;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_waiting_rows_sql, "select_waiting_nodes")).bind_all(tree_id),
      [&](const db::Statement& row) { rows.push_back(read_waiting(row)); });
  const auto comes_before = [](const NodeRow& left, const NodeRow& right) {
    return left.position < right.position;
  };
  if (!std::is_sorted(rows.begin(), rows.end(), comes_before))
    std::stable_sort(rows.begin(), rows.end(), comes_before);
  return rows;
}

NodeRow WaitingRows::of_task(std::int64_t task_id) {
  return db::get_maybe(
             m_connection.cached(db::sql_named(k_waiting_rows_sql, "select_waiting_task")).bind_all(task_id),
             read_waiting)
      .value();
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
