// SPDX-License-Identifier: MIT
#include "tree_documents/adopt_rows.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "adopt_rows.sql.hpp"
#include "db/sql_text.hpp"

namespace rlmdb::tree_documents {

bool AdoptRows::has_documents() {
  return db::get_int64(m_connection.cached(db::sql_named(k_adopt_rows_sql, "has_documents"))) != 0;
}

/// No index knows a node by its tree and id, and in SQL each would look through its whole tree.
std::vector<NodeTwin> AdoptRows::twins() {
  // A document may have an id twice.
  std::multimap<std::pair<std::string, std::string>, NodeTwin> alone;
  db::for_each_row(m_connection.cached(db::sql_named(k_adopt_rows_sql, "select_nodes_of_documents_alone")),
                   [&](const db::Statement& row) {
                     NodeTwin twin;
                     twin.node = row.column_int64(0);
                     twin.node_version = row.column_int64(1);
                     twin.tree_id = row.column_text(2);
                     twin.node_id = row.column_text(3);
                     alone.emplace(std::pair(twin.tree_id, twin.node_id), std::move(twin));
                   });
  std::vector<NodeTwin> twins;
  if (alone.empty()) return twins;
  db::for_each_row(m_connection.cached(db::sql_named(k_adopt_rows_sql, "select_nodes_of_the_store")),
                   [&](const db::Statement& row) {
                     const auto [first, end] = alone.equal_range(
                         {std::string(row.column_text(3)), std::string(row.column_text(4))});
                     for (auto found = first; found != end; ++found) {
                       NodeTwin& twin = twins.emplace_back(found->second);
                       twin.task = row.column_int64(0);
                       twin.store_id = row.column_text(1);
                       twin.task_version = row.column_int64(2);
                     }
                   });
  std::stable_sort(twins.begin(), twins.end(),
                   [](const NodeTwin& left, const NodeTwin& right) { return left.node < right.node; });
  return twins;
}

std::vector<ParentByNodeId> AdoptRows::parents_by_node_id() {
  std::vector<ParentByNodeId> parents;
  db::for_each_row(m_connection.cached(db::sql_named(k_adopt_rows_sql, "select_parents_by_node_id")),
                   [&](const db::Statement& row) {
                     parents.push_back({std::string(row.column_text(0)), std::string(row.column_text(1)),
                                        std::string(row.column_text(2))});
                   });
  return parents;
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
