// SPDX-License-Identifier: MIT
#include "trees/node_time_rows.hpp"

#include <algorithm>

#include "db/sql_text.hpp"
#include "node_time_rows.sql.hpp"
#include "records/tokens.hpp"

namespace rlmdb::trees {

namespace {

NodeRow read_times(const db::Statement& row) {
  NodeRow node;
  node.task_id = row.column_text(1);
  if (const auto parent = row.column_optional_text(2)) node.parent_ref = std::string(*parent);
  node.strategy = row.column_text(3);
  node.agent = row.column_text(4);
  if (!row.column_is_null(5))
    node.state = records::find_task_state(row.column_text(5)).value_or(TaskState::unknown);
  node.created_at_ms = row.column_optional_int64(6);
  node.started_at_ms = row.column_optional_int64(7);
  node.completed_at_ms = row.column_optional_int64(8);
  node.position = row.column_int64(9);
  return node;
}

std::vector<NodeTimes> by_tree(db::Statement& statement) {
  std::vector<NodeTimes> trees;
  std::unordered_map<std::string, std::size_t> place_of;
  db::for_each_row(statement, [&](const db::Statement& row) {
    const auto [place, is_new] = place_of.emplace(row.column_text(0), trees.size());
    if (is_new) trees.push_back({place->first, {}});
    trees[place->second].rows.push_back(read_times(row));
  });
  for (NodeTimes& tree : trees) {
    std::stable_sort(tree.rows.begin(), tree.rows.end(),
                     [](const NodeRow& a, const NodeRow& b) { return a.position < b.position; });
  }
  return trees;
}

}  // namespace

std::vector<NodeTimes> NodeTimeRows::all() {
  return by_tree(m_connection.cached(db::sql_named(k_node_time_rows_sql, "select_times_of_all_trees")));
}

std::vector<NodeTimes> NodeTimeRows::newest(std::string_view but_tree, std::int64_t most) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_node_time_rows_sql, "select_newest_times"));
  statement.bind_all(but_tree, most);
  return by_tree(statement);
}

std::unordered_map<std::int64_t, std::string> NodeTimeRows::models(std::string_view tree) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_node_time_rows_sql, "select_models"));
  statement.bind_all(tree);
  std::unordered_map<std::int64_t, std::string> models;
  db::for_each_row(
      statement, [&](const db::Statement& row) { models.emplace(row.column_int64(0), row.column_text(1)); });
  return models;
}

}  // namespace rlmdb::trees
