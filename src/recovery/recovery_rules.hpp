// SPDX-License-Identifier: MIT
/// What to do with the nodes of a tree after a crash. Pure; linear in the nodes.
#pragma once

#include <span>
#include <vector>

#include "rlmdb/recover.hpp"
#include "trees/tree_build.hpp"

namespace rlmdb::recovery {

/// A plan, and which row each of its nodes is.
struct RecoveryOrder {
  TreePlan plan;
  std::vector<std::size_t> rows;  ///< of plan.nodes
};

/// The plan of one tree. `rows` are its nodes in store order; their `owner` says whether a running node's
/// process lives, their `not_before` is a time to come.
[[nodiscard]] RecoveryOrder plan_recovery(const TreeId& tree, std::span<const trees::NodeRow> rows);

}  // namespace rlmdb::recovery
