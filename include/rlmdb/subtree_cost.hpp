// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rlmdb/tree.hpp"

namespace rlmdb {

class Store;

/// What a node and all below it cost, in US dollars.
struct SubtreeCost {
  TaskId task_id{};                 ///< its node id where it has none
  std::optional<double> own_usd{};  ///< the total given for it, else input and output
  /// Its own and those of all nodes below it; computed, never stored. nullopt: of none of them known.
  std::optional<double> subtree_usd{};
  /// Of the same nodes, those that have run and whose cost nobody said: with any, it is at least subtree_usd.
  std::int64_t nodes_without_cost = 0;
};

/// One for each node, in the order of load_tree: parents before children. Reads that tree's nodes once. The
/// member subtree_total_cost_usd of a record is not looked at: it is what some program wrote when it was last
/// written (decision 013). Error not_found for an unknown tree.
[[nodiscard]] std::vector<SubtreeCost> subtree_costs_of_tree(const Store& store, const TreeId& tree);

}  // namespace rlmdb
