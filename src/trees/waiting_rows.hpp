// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/stuck.hpp"
#include "trees/tree_build.hpp"

namespace rlmdb::trees {

/// What find_stuck() must know of tasks, and no more: of each its names, place, state, strategy, whether it names
/// dependencies, and of a running one whether a claim has it (an empty one), else its process.
class WaitingRows {
 public:
  explicit WaitingRows(db::Connection& connection) : m_connection(connection) {}

  /// In store order; empty for an unknown tree.
  [[nodiscard]] std::vector<NodeRow> of_tree(std::string_view tree_id) {
    return select(tree_id, std::nullopt);
  }
  /// One row; none where there is no such task.
  [[nodiscard]] std::vector<NodeRow> of_task(std::int64_t task_id) { return select(std::nullopt, task_id); }
  /// Those with a queued node that something may hold up for good. Reads what is queued, but not its trees.
  [[nodiscard]] std::vector<std::string> trees_that_may_be_stuck(Interrupted interrupted);
  /// tasks.id of what is queued, in no tree, and may name dependencies.
  [[nodiscard]] std::vector<std::int64_t> dependent_outside();

 private:
  [[nodiscard]] std::vector<NodeRow> select(std::optional<std::string_view> tree_id,
                                            std::optional<std::int64_t> task_id);

  db::Connection& m_connection;
};

/// The same of nodes that were read with more.
[[nodiscard]] std::vector<NodeRow> waiting_parts(std::span<const NodeRow> rows);

}  // namespace rlmdb::trees
