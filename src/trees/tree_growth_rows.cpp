// SPDX-License-Identifier: MIT
#include "trees/tree_growth_rows.hpp"

#include "db/sql_text.hpp"
#include "tree_growth_rows.sql.hpp"

namespace rlmdb::trees {

bool TreeGrowthRows::has_root(std::string_view tree_id) {
  return db::get_int64(
             m_connection.cached(db::sql_named(k_tree_growth_rows_sql, "has_root")).bind_all(tree_id)) != 0;
}

std::int64_t TreeGrowthRows::nodes_up_to(std::string_view tree_id, std::int64_t most) {
  return db::get_int64(m_connection.cached(db::sql_named(k_tree_growth_rows_sql, "count_nodes_up_to"))
                           .bind_all(tree_id, most));
}

std::int64_t TreeGrowthRows::children_up_to(std::string_view tree_id, std::string_view parent_ref,
                                            std::int64_t most) {
  return db::get_int64(m_connection.cached(db::sql_named(k_tree_growth_rows_sql, "count_children_up_to"))
                           .bind_all(tree_id, parent_ref, most));
}

bool TreeGrowthRows::has_foreign_node_id(std::string_view tree_id, std::string_view node_id) {
  return db::get_int64(m_connection.cached(db::sql_named(k_tree_growth_rows_sql, "has_foreign_node_id"))
                           .bind_all(tree_id, node_id)) != 0;
}

std::int64_t TreeGrowthRows::count_nodes(std::string_view tree_id) {
  return db::get_int64(
      m_connection.cached(db::sql_named(k_tree_growth_rows_sql, "count_tree_nodes")).bind_all(tree_id));
}

std::optional<NodeExtreme> TreeGrowthRows::select_extreme(std::string_view sql, std::string_view tree_id) {
  return db::get_maybe(m_connection.cached(sql).bind_all(tree_id), [](const db::Statement& row) {
    return NodeExtreme{std::string(row.column_text(0)), row.column_int64(1)};
  });
}

std::optional<NodeExtreme> TreeGrowthRows::most_children(std::string_view tree_id) {
  return select_extreme(db::sql_named(k_tree_growth_rows_sql, "select_widest_node"), tree_id);
}

std::optional<NodeExtreme> TreeGrowthRows::deepest(std::string_view tree_id) {
  if (auto given = select_extreme(db::sql_named(k_tree_growth_rows_sql, "select_deepest_node"), tree_id))
    return given;
  return select_extreme(db::sql_named(k_tree_growth_rows_sql, "select_deepest_place"), tree_id);
}

std::optional<NodeExtreme> TreeGrowthRows::largest_context(std::string_view tree_id) {
  return select_extreme(db::sql_named(k_tree_growth_rows_sql, "select_largest_context"), tree_id);
}

std::vector<UnfinishedNode> TreeGrowthRows::unfinished(std::string_view tree_id) {
  db::Statement& statement =
      m_connection.cached(db::sql_named(k_tree_growth_rows_sql, "select_unfinished_nodes"));
  std::vector<UnfinishedNode> nodes;
  db::for_each_row(statement.bind_all(tree_id), [&](const db::Statement& row) {
    UnfinishedNode node;
    node.id = row.column_int64(5);
    node.task_id = row.column_text(0);
    node.started_at = row.column_text(1);
    if (row.column_text(6) == "running" && !row.column_is_null(2)) node.started_at_ms = row.column_int64(2);
    node.agent = row.column_text(3);
    node.prompt = row.column_text(4);
    nodes.push_back(std::move(node));
  });
  return nodes;
}

}  // namespace rlmdb::trees
