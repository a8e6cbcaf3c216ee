// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "db/connection.hpp"
#include "model/tree_build.hpp"
#include "rlmdb/tree.hpp"
#include "store/tree_rows.hpp"

namespace rlmdb::jobs {

/// The nodes of one tree in store order, from one snapshot. Error not_found for an unknown tree; the hint
/// names trees that still have work.
[[nodiscard]] std::vector<model::NodeRow> load_tree_rows(db::Connection& connection, const TreeId& tree);

/// `rows` as people see them: in the order of a walk from the roots. `shape` is theirs.
[[nodiscard]] Tree draw_tree(const TreeId& tree, const std::vector<model::NodeRow>& rows,
                             const model::TreeShape& shape);

}  // namespace rlmdb::jobs
