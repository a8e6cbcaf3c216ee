// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "db/connection.hpp"

namespace rlmdb::writing {

/// Counts nodes of trees and children of nodes up to their limits, each once, and goes on counting with what
/// is added: otherwise a call that adds n nodes to one tree would look at n² index entries. For one
/// transaction, in which limits stay as they are.
class NodeCounter {
 public:
  explicit NodeCounter(db::Connection& connection) : m_connection(connection) {}

  /// At least `most` where there are as many.
  [[nodiscard]] std::int64_t nodes(const std::string& tree_id, std::int64_t most);
  [[nodiscard]] std::int64_t children(const std::string& tree_id, const std::string& parent_id,
                                      std::int64_t most);
  /// A node was added; `parent_id` is "" for a root.
  void add(const std::string& tree_id, const std::string& parent_id);
  /// Nodes were moved in another way: they are counted anew.
  void forget();

 private:
  db::Connection& m_connection;
  std::map<std::string, std::int64_t> m_nodes;                             ///< by tree
  std::map<std::pair<std::string, std::string>, std::int64_t> m_children;  ///< by tree and parent
};

}  // namespace rlmdb::writing
