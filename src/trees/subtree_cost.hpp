// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "rlmdb/progress.hpp"
#include "trees/tree_build.hpp"

namespace rlmdb::trees {

/// For each row what it and all below it cost; what a node does not say is not in it. `shape` is that of the
/// rows. Linear. Each sum of dollars is the double nearest to the true sum but for very long ones, so it does
/// not depend on the order of the nodes; total_cost_usd, summed as the legacy status does, may differ from
/// that of a root in its last digit. A sum of tokens stops at the largest number.
[[nodiscard]] std::vector<SubtreeSum> subtree_sums(std::span<const NodeRow> rows, const TreeShape& shape);

}  // namespace rlmdb::trees
