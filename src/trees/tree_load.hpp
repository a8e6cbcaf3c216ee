// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "db/connection.hpp"
#include "rlmdb/tree.hpp"
#include "trees/tree_build.hpp"
#include "trees/tree_rows.hpp"

namespace rlmdb::trees {

/// The nodes of one tree in store order, from one snapshot. Error not_found for an unknown tree; the hint
/// names trees that still have work.
[[nodiscard]] std::vector<NodeRow> load_tree_rows(db::Connection& connection, const TreeId& tree);

class StuckNodes;

/// `rows` as people see them: in the order of a walk from the roots. `shape` is theirs, and so is `stuck`; nullptr of a
/// tree as it was.
[[nodiscard]] Tree draw_tree(const TreeId& tree, const std::vector<NodeRow>& rows, const TreeShape& shape,
                             const StuckNodes* stuck = nullptr);

}  // namespace rlmdb::trees
