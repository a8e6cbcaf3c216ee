// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/connection.hpp"

namespace rlmdb::tree_documents {

/// A node that a document made a task of, and the task with a store id that turned out to be the same node.
struct NodeTwin {
  std::int64_t node = 0;  ///< tasks.id of the one without store id
  std::int64_t node_version = 0;
  std::int64_t task = 0;  ///< tasks.id of the other
  std::string store_id;
  std::int64_t task_version = 0;
  std::string tree_id;
  std::string node_id;
};

/// A node of the store that nodes without store id name by its node id.
struct ParentByNodeId {
  std::string tree_id;
  std::string node_id;
  std::string store_id;
};

struct NodeText {
  std::string json;
  std::int64_t task_version = 0;
};

/// What is to become one task, because two sources know the node. Reads only; REQUIRES: one snapshot.
class AdoptRows {
 public:
  explicit AdoptRows(db::Connection& connection) : m_connection(connection) {}

  [[nodiscard]] bool has_documents();
  [[nodiscard]] std::vector<NodeTwin> twins();
  [[nodiscard]] std::vector<ParentByNodeId> parents_by_node_id();
  [[nodiscard]] std::vector<NodeText> node_texts(std::int64_t task_id);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::tree_documents
