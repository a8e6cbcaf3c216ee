// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "db/connection.hpp"
#include "sources/import_plan.hpp"

namespace rlmdb::imports {

/// After a tasks.json came in: nodes that were known from tree documents alone and are tasks of it become
/// those tasks. The store is alive and the documents are snapshots, so the task stays as it is and every
/// difference is a warning. Throws Error conflict where the node was changed here meanwhile and `on_conflict`
/// is fail.
void adopt_tree_nodes(db::Connection& connection, const sources::SourceFile& source,
                      const ImportOptions& options, sources::Findings& findings, std::int64_t event_seq);

}  // namespace rlmdb::imports
