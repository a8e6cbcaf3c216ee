// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"

namespace rlmdb::trees {

/// The node that has the most of something.
struct NodeExtreme {
  std::string task_id;  ///< store id; its node id where it has none
  std::int64_t value = 0;
};

/// A node that runs or is queued.
struct UnfinishedNode {
  std::int64_t id = 0;  ///< tasks.id
  std::string task_id;
  std::string started_at;
  std::optional<std::int64_t> started_at_ms;  ///< of one that runs, where the time is a strict one
  std::string agent;
  std::string prompt;
};

/// How large a tree is: what its limits are held against.
class TreeGrowthRows {
 public:
  explicit TreeGrowthRows(db::Connection& connection) : m_connection(connection) {}

  [[nodiscard]] bool has_root(std::string_view tree_id);
  /// Counts no further than to `most`: index entries, at most that many.
  [[nodiscard]] std::int64_t nodes_up_to(std::string_view tree_id, std::int64_t most);
  [[nodiscard]] std::int64_t children_up_to(std::string_view tree_id, std::string_view parent_ref,
                                            std::int64_t most);
  /// Whether a node that came from elsewhere has this node id: in any tree document, or in this tree where
  /// its root was imported. Look-ups in indexes, but for a tree with an imported root: its nodes.
  [[nodiscard]] bool has_foreign_node_id(std::string_view tree_id, std::string_view node_id);

  // These read the nodes of the tree.

  [[nodiscard]] std::int64_t count_nodes(std::string_view tree_id);
  /// Without children, depths or contexts there is none.
  [[nodiscard]] std::optional<NodeExtreme> most_children(std::string_view tree_id);
  [[nodiscard]] std::optional<NodeExtreme> deepest(std::string_view tree_id);
  [[nodiscard]] std::optional<NodeExtreme> largest_context(std::string_view tree_id);
  /// Those that run first, and of them the longest running.
  [[nodiscard]] std::vector<UnfinishedNode> unfinished(std::string_view tree_id);

 private:
  [[nodiscard]] std::optional<NodeExtreme> select_extreme(std::string_view sql, std::string_view tree_id);

  db::Connection& m_connection;
};

}  // namespace rlmdb::trees
