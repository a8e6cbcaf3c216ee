// SPDX-License-Identifier: MIT
// 1. Read the trees and judge which running nodes still have their process.
// 2. Plan each tree (trees/recovery).
// 3. Apply inside the transaction that read: what was planned is what is changed.
#include "rlmdb/recover.hpp"

#include <optional>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "recovery/recovery_plan.hpp"
#include "writing/holds.hpp"

namespace rlmdb {

RecoveryReport recover(Store& store, const std::optional<TreeId>& tree, RecoverRun run, Attempts attempts,
                       Force force) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const recovery::PlanOptions options{recovery::Stamps::left_out, attempts, force};
  RecoveryReport report;
  if (run == RecoverRun::dry_run) {
    const db::ReadTransaction snapshot(connection);
    recovery::take_plans(recovery::plan_trees(connection, tree, options), report);
    return report;
  }
  {
    db::WriteTransaction transaction(connection);
    std::vector<recovery::PlannedTree> planned = recovery::plan_trees(connection, tree, options);
    report.changed = recovery::apply_plans(connection, planned);
    if (writing::end_holds(connection) || report.changed > 0) transaction.commit();
    report.applied = true;
    recovery::take_plans(std::move(planned), report);
  }
  if (report.changed > 0) db::keep_wal_short(connection);
  return report;
}

}  // namespace rlmdb
