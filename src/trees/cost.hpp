// SPDX-License-Identifier: MIT
/// Where the tokens and the money of one tree went, and what it will have cost in the end. Pure; n log n.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rlmdb/progress.hpp"
#include "trees/tree_build.hpp"

namespace rlmdb::trees {

/// `models` has one name a row, "" where it is unknown; only CostBy::model looks at it, and without it all
/// are unknown. Sums are taken in list order (trees/progress.hpp), so that the same rows give the same sums.
[[nodiscard]] TreeCost cost_of(const TreeId& tree, std::span<const NodeRow> rows, CostBy by,
                               std::span<const std::string> models = {});

/// The cost so far and, for each queued or running node, the average of the ended nodes most like it, or what
/// the node has cost already where that is more. nullopt where a node is left and no ended node's cost is
/// known.
[[nodiscard]] std::optional<double> projected_total_usd(std::span<const NodeRow> rows,
                                                        const TreeShape& shape);

/// A sum of decimal fractions without the noise that it ends in as a double: to 15 digits, which is what a
/// double holds of any decimal.
[[nodiscard]] double without_noise(double sum);

/// For each row what it and all below it cost; what a node does not say is not in it. `shape` is that of the
/// rows. Linear. Each sum of dollars is the double nearest to the true sum but for very long ones, so it does
/// not depend on the order of the nodes; total_cost_usd, summed as the legacy status does, may differ from
/// that of a root in its last digit. A sum of tokens stops at the largest number.
[[nodiscard]] std::vector<SubtreeSum> subtree_sums(std::span<const NodeRow> rows, const TreeShape& shape);

}  // namespace rlmdb::trees
