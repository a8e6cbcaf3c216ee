// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "db/connection.hpp"
#include "trees/tree_build.hpp"

namespace rlmdb::trees {

struct NodeTimes {
  std::string tree_id;
  std::vector<NodeRow> rows;  ///< in store order
};

/// Nodes with what an estimate needs: shape, agent, strategy, state and times.
class NodeTimeRows {
 public:
  explicit NodeTimeRows(db::Connection& connection) : m_connection(connection) {}

  /// All trees by id. In memory at once.
  [[nodiscard]] std::vector<NodeTimes> all();
  /// The newest `most` nodes that are not in `but_tree`, by tree. The oldest trees may lack nodes.
  [[nodiscard]] std::vector<NodeTimes> newest(std::string_view but_tree, std::int64_t most);
  /// The model of each node of a tree, by tasks.id: the one that gave its result, else the one it was to use.
  /// Nodes of which neither is known are not in it.
  [[nodiscard]] std::unordered_map<std::int64_t, std::string> models(std::string_view tree);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::trees
