// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "db/connection.hpp"
#include "rlmdb/estimate.hpp"
#include "trees/tree_build.hpp"

namespace rlmdb::trees {

/// How long the tree still takes, from its rows and, of other trees, the newest 20,000 nodes that are read
/// here (decision 014). `shape` is that of the rows. REQUIRES: a transaction.
[[nodiscard]] TimeEstimate estimate_of_rows(db::Connection& connection, const TreeId& tree,
                                            const std::vector<NodeRow>& rows, const TreeShape& shape);

}  // namespace rlmdb::trees
