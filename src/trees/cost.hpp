// SPDX-License-Identifier: MIT
/// Where the tokens and the money of one tree went, and what it will have cost in the end. Pure; n log n.
#pragma once

#include <optional>
#include <span>
#include <string>

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

}  // namespace rlmdb::trees
