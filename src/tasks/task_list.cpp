// SPDX-License-Identifier: MIT
#include "tasks/task_list.hpp"

#include <string>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "records/task_lookup.hpp"
#include "records/task_rows.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "tasks/list_rows.hpp"
#include "trees/liveness.hpp"
#include "util/machine.hpp"

namespace rlmdb {

namespace tasks {

namespace {

/// Whether somebody works on a running task.
RunningSink judge_owner() {
  return [machine = std::optional<util::Machine>()](TaskSummary& task, trees::NodeRow row) mutable {
    if (!machine) machine = util::Machine::here();
    row.owner = trees::owner_of(row, *machine);
    task.is_process_gone = row.owner == trees::Owner::dead;
    task.claim = trees::shown_claim(row);
  };
}

}  // namespace

std::vector<TaskSummary> list_tasks(db::Connection& connection, const TaskFilter& filter) {
  return select_tasks(connection, filter, judge_owner());
}

std::optional<TaskSummary> find_summary(db::Connection& connection, std::string_view id) {
  const std::optional<std::int64_t> key = records::TaskRows(connection).find_id(id);
  return key ? std::optional(get_summary(connection, *key)) : std::nullopt;
}

TaskSummary get_summary(db::Connection& connection, std::int64_t task_id) {
  std::optional<TaskSummary> summary = select_task(connection, task_id, judge_owner());
  if (!summary)
    throw Error(ErrorCode::internal, "a task went away inside a transaction",
                "tasks:" + std::to_string(task_id));
  return *std::move(summary);
}

}  // namespace tasks

std::vector<TaskSummary> Store::list(const TaskFilter& filter) const {
  const auto use = m_connections->use();
  const db::ReadTransaction snapshot(use.connection());
  if (filter.tree) records::require_tree(use.connection(), filter.tree->text);
  return tasks::list_tasks(use.connection(), filter);
}

}  // namespace rlmdb
