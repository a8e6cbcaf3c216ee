// SPDX-License-Identifier: MIT
#include <string>

#include "db/transaction.hpp"
#include "jobs/database_identity.hpp"
#include "jobs/recovery_file.hpp"
#include "jobs/recovery_plan.hpp"
#include "rlmdb/recover.hpp"
#include "rlmdb/replace_file.hpp"
#include "store/connections.hpp"
#include "util/clock.hpp"

namespace rlmdb {

SavedRecovery save_recovery_plan(const Store& store, const std::optional<TreeId>& tree, Attempts attempts) {
  const auto use = store.connections().use();
  const db::ReadTransaction snapshot(use.connection());
  std::vector<jobs::PlannedTree> planned =
      jobs::plan_trees(use.connection(), tree, {jobs::Stamps::taken, attempts});
  SavedRecovery saved;
  saved.text =
      jobs::write_plan(planned, attempts, jobs::database_identity(use.connection()), util::utc_now_text());
  jobs::take_plans(std::move(planned), saved.report);
  return saved;
}

SavedRecovery save_recovery_plan(const Store& store, const std::optional<TreeId>& tree,
                                 const std::filesystem::path& file, Attempts attempts) {
  SavedRecovery saved = save_recovery_plan(store, tree, attempts);
  replace_file(store, file, saved.text);
  saved.text.clear();
  return saved;
}

}  // namespace rlmdb
