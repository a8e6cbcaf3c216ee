// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "db/connection.hpp"

namespace rlmdb::schemas {

/// A node of a document, while its row is read.
struct DocumentedNode {
  std::string_view tree_id;
  std::string_view node_id;
  std::string_view json;  ///< compact, without nested nodes
  std::int64_t task_id = 0;
  bool has_changed = false;  ///< its task did, since the document came in
};

/// What trees and their documents say of themselves, row by row. Views are valid during the call alone; other
/// statements may be run in it.
class OddityRows {
 public:
  explicit OddityRows(db::Connection& connection) : m_connection(connection) {}

  /// Every id of a tree once, by id.
  void for_each_tree(const std::function<void(std::string_view tree_id)>& use);
  /// Every document that is more than one node, in the order of import.
  void for_each_outline(const std::function<void(std::string_view tree_id, std::string_view outline)>& use);
  /// Every node of every document, by task; of one task, nodes of whole trees first.
  void for_each_node(const std::function<void(const DocumentedNode&)>& use);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::schemas
