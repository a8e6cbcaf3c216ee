// SPDX-License-Identifier: MIT
#pragma once

#include "db/connection.hpp"
#include "rlmdb/report.hpp"

namespace rlmdb::trees {

/// As report_of_tree, within the snapshot that is open.
[[nodiscard]] TreeReport read_report(db::Connection& connection, const TreeId& tree,
                                     const ReportLimits& limits);

}  // namespace rlmdb::trees
