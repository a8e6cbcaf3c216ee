// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "db/connection.hpp"

namespace rlmdb::store {

/// Ends before these moments are old enough; ms since 1970 UTC.
struct Cutoffs {
  std::int64_t completed_ms = 0;
  std::int64_t failed_ms = 0;
  std::int64_t cancelled_ms = 0;
};

struct OldTask {
  std::int64_t id = 0;
  std::string legacy_id;
  std::string state;
  std::string completed_at;
  std::string tree_id;  ///< "" outside a tree
  std::int64_t bytes = 0;
  bool is_imported = false;
};

/// Reads what retention needs to know. Each call scans all tasks, or the nodes of one tree.
class RetentionRows {
 public:
  explicit RetentionRows(db::Connection& connection) : m_connection(connection) {}

  /// Tasks that ended long enough ago, oldest end first, trees not considered.
  [[nodiscard]] std::vector<OldTask> old_tasks(const Cutoffs& cutoffs);
  /// Trees all of whose nodes are finished and old enough and are no parents of an unfinished tree's nodes;
  /// `only` looks at one tree.
  [[nodiscard]] std::unordered_set<std::string> removable_trees(
      const Cutoffs& cutoffs, const std::optional<std::string_view>& only = {});
  /// The latest time that a task has; ms since 1970 UTC; 0 without any.
  [[nodiscard]] std::int64_t newest_time_ms();

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::store
