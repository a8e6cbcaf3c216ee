// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "db/connection.hpp"
#include "retention/cleanup_plan.hpp"
#include "rlmdb/cleanup.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb::retention {

/// Removes these in one transaction, but for those that changed since they were planned, or that something
/// keeps by now. Each task writes an event, and each tree another after its nodes'. Returns how many tasks
/// were removed.
[[nodiscard]] std::int64_t remove_departures(db::Connection& connection, const CleanupPlan& plan,
                                             std::span<const Departure> batch);

/// Removes from the project that the database is of what rlmdb wrote there for the trees of `report` and for
/// the variables that went: exported documents, reports, copies of values, and directories that are empty
/// then. What others wrote stays and is a warning (`tree_files_left`) for each tree. A tree that is here
/// again is left alone.
void remove_project_files(Store& store, db::Connection& connection, CleanupReport& report);

}  // namespace rlmdb::retention
