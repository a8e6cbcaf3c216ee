// SPDX-License-Identifier: MIT
#include <string>

#include "db/transaction.hpp"
#include "jobs/database_identity.hpp"
#include "jobs/recovery_file.hpp"
#include "jobs/recovery_plan.hpp"
#include "rlmdb/recover.hpp"
#include "store/connections.hpp"
#include "util/atomic_file.hpp"
#include "util/clock.hpp"

namespace rlmdb {

SavedRecovery save_recovery_plan(const Store& store, const std::optional<TreeId>& tree) {
  const auto use = store.connections().use();
  const db::ReadTransaction snapshot(use.connection());
  std::vector<jobs::PlannedTree> planned = jobs::plan_trees(use.connection(), tree, jobs::Stamps::taken);
  SavedRecovery saved;
  saved.text = jobs::write_plan(planned, jobs::database_identity(use.connection()), util::utc_now_text());
  saved.report.trees = jobs::plans_of(std::move(planned));
  return saved;
}

SavedRecovery save_recovery_plan(const Store& store, const std::optional<TreeId>& tree,
                                 const std::filesystem::path& file) {
  SavedRecovery saved = save_recovery_plan(store, tree);
  util::AtomicFile target(file, util::Existing::replace);
  target.write(saved.text);
  target.commit();
  saved.text.clear();
  return saved;
}

}  // namespace rlmdb
