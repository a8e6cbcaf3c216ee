// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "db/connection.hpp"

namespace rlmdb::trees {

/// A node that may merge; texts are "" where there is nothing.
struct MergeNode {
  std::int64_t id = 0;  ///< tasks.id
  std::string task_id;
  std::string node_id;
  std::string tree_id;
  std::string state;
  std::string strategy;
};

/// One child of it.
struct MergeChild {
  std::string task_id;
  std::string node_id;
  std::string state;
  std::optional<std::string> result;  ///< a text, or JSON
  bool is_json = false;               ///< `result` is the JSON text of a value that is no text
  std::optional<double> confidence;   ///< as a tree document gives it
};

/// Reads what a merge takes.
class MergeRows {
 public:
  explicit MergeRows(db::Connection& connection) : m_connection(connection) {}

  [[nodiscard]] MergeNode node(std::int64_t id);
  [[nodiscard]] MergeChild child(std::int64_t id);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::trees
