// SPDX-License-Identifier: MIT
/// How long a tree still takes. Pure: the same rows give the same estimate, to the last digit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/estimate.hpp"
#include "trees/node_groups.hpp"
#include "trees/tree_build.hpp"

namespace rlmdb::trees {

/// What the nodes of trees that have ended took.
class TimeHistory {
 public:
  /// Adds a tree all of whose nodes have ended.
  void add(std::span<const NodeRow> rows, const TreeShape& shape);

  [[nodiscard]] NodeGroups& groups() noexcept { return m_groups; }
  [[nodiscard]] const GroupSamples& samples() const noexcept { return m_samples; }
  /// How many nodes worked at once in the middle one of these trees; 0 without any.
  [[nodiscard]] std::size_t usual_parallelism() const;
  /// For each of these trees but the first, how much longer its nodes took than nodes alike of those before
  /// it.
  [[nodiscard]] const std::vector<double>& paces() const noexcept { return m_paces; }

 private:
  NodeGroups m_groups;
  GroupSamples m_samples;
  std::vector<std::size_t> m_parallelism;
  std::vector<double> m_paces;
};

/// Estimates from the nodes of this tree that have ended and those of earlier trees. A node's duration is
/// drawn from the narrowest group that has enough; what a running node has worked already is taken off.
/// Earlier trees are scaled by how this one differs from them so far, and left out where that is by more than
/// ten times. Unknown: with fewer than three durations to draw from, or when a node works ten times longer
/// than any did. `history` only learns names. About 4 million steps, or eight plays of a tree that takes
/// more.
[[nodiscard]] TimeEstimate estimate_time_left(std::span<const NodeRow> rows, const TreeShape& shape,
                                              TimeHistory& history, std::int64_t now_ms);

/// How long the tree still takes, from its rows and the newest 1,000 nodes of other trees, up to 20,000 while fewer than
/// 300 of them tell how long they took; they are read here (decision 014). `shape` is that of the rows, `stuck` what
/// cannot go on: then it is unknown. REQUIRES: a transaction.
[[nodiscard]] TimeEstimate estimate_of_rows(db::Connection& connection, const TreeId& tree,
                                            const std::vector<NodeRow>& rows, const TreeShape& shape,
                                            const Stuck& stuck);

}  // namespace rlmdb::trees
