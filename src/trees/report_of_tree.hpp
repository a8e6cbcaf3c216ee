// SPDX-License-Identifier: MIT
#pragma once

#include "db/connection.hpp"
#include "rlmdb/report.hpp"

namespace rlmdb::trees {

/// As report_of_tree, within the snapshot that is open.
[[nodiscard]] TreeReport read_report(db::Connection& connection, const TreeId& tree,
                                     const ReportLimits& limits);

/// The same tree has the same one, whenever it is made: `made_at` is the tree's last change.
[[nodiscard]] TreeReport report_as_of_its_end(db::Connection& connection, const TreeId& tree);

}  // namespace rlmdb::trees
