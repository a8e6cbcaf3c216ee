// SPDX-License-Identifier: MIT
#include "rlmdb/bulk.hpp"

#include <variant>
#include <vector>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "records/task_lookup.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "tasks/dependency_guard.hpp"
#include "tasks/list_rows.hpp"
#include "tasks/task_changes.hpp"
#include "writing/answered.hpp"
#include "writing/request_text.hpp"

namespace rlmdb {

ChangeReport change_tasks(Store& store, const BulkChange& bulk, const std::string& request_id) {
  if (std::holds_alternative<NewTask>(bulk.action))
    throw Error(ErrorCode::usage, "a new task is none of those that there are", "action",
                "use Store::change");
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  ChangeReport report;
  {
    db::WriteTransaction transaction(connection);
    const writing::Answered answered(connection, request_id, [&] { return writing::digest_of(bulk); });
    if (auto earlier = answered.earlier()) return *std::move(earlier);
    if (bulk.which.tree) records::require_tree(connection, bulk.which.tree->text);
    writing::TaskWriter writer(connection);
    tasks::DependencyGuard dependencies(writer);
    const std::vector<TaskId> chosen = tasks::select_ids(connection, bulk.which);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const TaskChange change{chosen[i], bulk.action, bulk.only_if};
      dependencies.remember(change);
      report.results.push_back(
          tasks::apply_change(writer, change, writing::place_of_change(i, chosen.size())));
    }
    dependencies.require_sound();
    answered.keep(writer.now(), report);
    transaction.commit();
  }
  db::keep_wal_short(connection);
  return report;
}

}  // namespace rlmdb
