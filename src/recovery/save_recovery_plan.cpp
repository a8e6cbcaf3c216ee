// SPDX-License-Identifier: MIT
#include <string>

#include "db/connections.hpp"
#include "db/schema.hpp"
#include "db/transaction.hpp"
#include "recovery/recovery_file.hpp"
#include "recovery/recovery_plan.hpp"
#include "rlmdb/recover.hpp"
#include "rlmdb/replace_file.hpp"
#include "util/clock.hpp"

namespace rlmdb {

SavedRecovery save_recovery_plan(const Store& store, const std::optional<TreeId>& tree, Attempts attempts,
                                 Force force) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  std::vector<recovery::PlannedTree> planned =
      recovery::plan_trees(use.connection(), tree, {recovery::Stamps::taken, attempts, force});
  SavedRecovery saved;
  saved.text = recovery::write_plan(planned, {recovery::Stamps::taken, attempts, force},
                                    db::database_identity(use.connection()), util::utc_now_text());
  recovery::take_plans(std::move(planned), saved.report);
  return saved;
}

SavedRecovery save_recovery_plan(const Store& store, const std::optional<TreeId>& tree,
                                 const std::filesystem::path& file, Attempts attempts, Force force) {
  SavedRecovery saved = save_recovery_plan(store, tree, attempts, force);
  replace_file(store, file, saved.text);
  saved.text.clear();
  return saved;
}

}  // namespace rlmdb
