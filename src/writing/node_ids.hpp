// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "db/connection.hpp"

namespace rlmdb::writing {

/// What the node ids of one database are made with: 128 bits.
using NodeIdSeed = std::array<std::uint64_t, 2>;

/// The node id of the task with that store number, as one database gives it: random to look at, and one to
/// one, so that no two tasks made with one seed share one.
[[nodiscard]] std::string node_id(const NodeIdSeed& seed, std::int64_t number);
/// Whether the id may be one that databases without a seed gave to a task before that one.
[[nodiscard]] bool is_unseeded(const std::string& node_id, std::int64_t number);

/// The node ids of a database. REQUIRES: an open write transaction.
class NodeIds {
 public:
  explicit NodeIds(db::Connection& connection) : m_connection(connection) {}

  /// The first call reads the seed, and makes one where the database has none.
  [[nodiscard]] std::string id(std::int64_t number);
  /// Whether that id may stand in the tree already: one that a source brought in, or an unseeded one.
  [[nodiscard]] bool is_taken(const std::string& tree_id, std::int64_t number);

 private:
  db::Connection& m_connection;
  std::optional<NodeIdSeed> m_seed;
};

}  // namespace rlmdb::writing
