// SPDX-License-Identifier: MIT
#include "tasks/task_list.hpp"

#include <optional>

#include "db/transaction.hpp"
#include "jobs/liveness.hpp"
#include "rlmdb/store.hpp"
#include "store/connections.hpp"
#include "store/list_rows.hpp"
#include "store/task_lookup.hpp"

namespace rlmdb {

namespace tasks {

std::vector<TaskSummary> list_tasks(db::Connection& connection, const TaskFilter& filter) {
  std::vector<std::size_t> gone;
  std::optional<jobs::Machine> machine;
  std::vector<TaskSummary> tasks =
      store::list_tasks(connection, filter, [&](std::size_t place, const model::NodeRow& row) {
        if (!machine) machine = jobs::Machine::here();
        if (jobs::owner_of(row, *machine) == model::Owner::dead) gone.push_back(place);
      });
  for (const std::size_t place : gone)
    if (place < tasks.size()) tasks[place].is_process_gone = true;
  return tasks;
}

}  // namespace tasks

std::vector<TaskSummary> Store::list(const TaskFilter& filter) const {
  const auto use = m_connections->use();
  const db::ReadTransaction snapshot(use.connection());
  if (filter.tree_id) store::require_tree(use.connection(), *filter.tree_id);
  return tasks::list_tasks(use.connection(), filter);
}

}  // namespace rlmdb
