// SPDX-License-Identifier: MIT
#include "checkpoints/prune_plan.hpp"
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb {

PruneReport prune_checkpoints(Store& store, const PruneOptions& options) {
  if (options.keep < 0) throw Error(ErrorCode::usage, "no negative number of checkpoints is kept", "keep");
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  if (options.run == PruneRun::dry_run) {
    const db::ReadTransaction snapshot(connection);
    return checkpoints::plan_prune(connection, options.tree, options.keep).report;
  }
  checkpoints::PrunePlan plan;
  {
    db::WriteTransaction transaction(connection);
    plan = checkpoints::plan_prune(connection, options.tree, options.keep);
    if (!plan.going.empty()) {
      writing::TaskWriter writer(connection);
      checkpoints::apply_prune(writer, plan, options.tree ? std::optional(options.tree->text) : std::nullopt);
      transaction.commit();
    }
  }
  plan.report.applied = true;
  db::keep_wal_short(connection);
  return std::move(plan.report);
}

}  // namespace rlmdb
