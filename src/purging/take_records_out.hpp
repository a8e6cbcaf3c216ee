// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/purge.hpp"

namespace rlmdb::purging {

/// What goes with the tasks, the tree or the session that `options` names: fills in `values` and `records`.
/// Returns the paths of the sources that it came from. Error not_found; conflict where something that stays
/// would be broken by it. REQUIRES: one snapshot.
[[nodiscard]] std::vector<std::string> plan_records(db::Connection& connection, const PurgeOptions& options,
                                                    PurgeReport& report);

/// Looks again, and takes it out. REQUIRES: a write transaction.
void take_records_out(db::Connection& connection, const PurgeOptions& options, PurgeReport& report);

}  // namespace rlmdb::purging
