// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "db/connection.hpp"
#include "imports/planned_source.hpp"

namespace rlmdb::imports {

/// Which project the database is of, before the first of the sources is written: the one it lies in; where it
/// lies in none the first that it takes files of, under whatever name that has now. Error conflict for files
/// of a copy of a project that is here and still there, unless `options` decide what becomes of conflicts.
/// REQUIRES: a write transaction.
void settle_home(db::Connection& connection, std::span<const PlannedSource> sources,
                 const ImportOptions& options);

}  // namespace rlmdb::imports
