// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "checkpoints/snapshot_rows.hpp"
#include "db/connection.hpp"
#include "rlmdb/checkpoint.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::checkpoints {

struct PrunePlan {
  PruneReport report;
  std::vector<SnapshotHead> going;  ///< in the order of report.removed
};

/// What goes where the last used `keep` of each tree, and of each owner outside trees, stay. `tree`: of that
/// one alone; Error not_found for an unknown one. Costs a statement each that is past them.
[[nodiscard]] PrunePlan plan_prune(db::Connection& connection, const std::optional<TreeId>& tree,
                                   std::int64_t keep);

/// The same among those that `newest` counts with; itself never goes.
[[nodiscard]] PrunePlan plan_eviction(db::Connection& connection, const SnapshotHead& newest,
                                      std::int64_t keep);

/// Removes them, and what no other row needs of them; the lists that name them do so no longer. Each list has
/// an event `checkpoint:pruned`, and what no list names has one, about `tree` where there is one. Remembers
/// the files that they came from, so that an import leaves those out. Nothing where nothing goes. REQUIRES:
/// an open write transaction.
void apply_prune(writing::TaskWriter& writer, PrunePlan& plan, const std::optional<std::string>& tree);

}  // namespace rlmdb::checkpoints
