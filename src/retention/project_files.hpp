// SPDX-License-Identifier: MIT
#pragma once

#include "db/connection.hpp"
#include "rlmdb/cleanup.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb::retention {

/// Removes from the project that the database is of what rlmdb wrote there for the trees of `report` and for
/// the variables that went: exported documents, reports, copies of values, and directories that are empty
/// then. What others wrote stays and is a warning (`tree_files_left`) for each tree. A tree that is here
/// again is left alone.
void remove_project_files(Store& store, db::Connection& connection, CleanupReport& report);

}  // namespace rlmdb::retention
