// SPDX-License-Identifier: MIT
#include "tasks/task_list.hpp"

#include <optional>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "records/task_lookup.hpp"
#include "rlmdb/store.hpp"
#include "tasks/list_rows.hpp"
#include "trees/liveness.hpp"

namespace rlmdb {

namespace tasks {

std::vector<TaskSummary> list_tasks(db::Connection& connection, const TaskFilter& filter) {
  std::vector<std::size_t> gone;
  std::optional<util::Machine> machine;
  std::vector<TaskSummary> tasks =
      select_tasks(connection, filter, [&](std::size_t place, const trees::NodeRow& row) {
        if (!machine) machine = util::Machine::here();
        if (trees::owner_of(row, *machine) == trees::Owner::dead) gone.push_back(place);
      });
  for (const std::size_t place : gone)
    if (place < tasks.size()) tasks[place].is_process_gone = true;
  return tasks;
}

}  // namespace tasks

std::vector<TaskSummary> Store::list(const TaskFilter& filter) const {
  const auto use = m_connections->use();
  const db::ReadTransaction snapshot(use.connection());
  if (filter.tree_id) records::require_tree(use.connection(), *filter.tree_id);
  return tasks::list_tasks(use.connection(), filter);
}

}  // namespace rlmdb
