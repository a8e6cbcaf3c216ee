// SPDX-License-Identifier: MIT
#include "tasks/task_list.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "records/hold_rows.hpp"
#include "records/task_lookup.hpp"
#include "records/task_rows.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/list_page.hpp"
#include "rlmdb/store.hpp"
#include "tasks/list_rows.hpp"
#include "trees/liveness.hpp"
#include "util/machine.hpp"
#include "writing/holds.hpp"

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

/// Who holds a queued task, asked only where anybody holds any.
class Holds {
 public:
  explicit Holds(db::Connection& connection)
      : m_connection(connection), m_is_any(!records::HoldRows(connection).all().empty()) {}

  void show(TaskSummary& task) {
    if (!m_is_any || task.state != TaskState::queued) return;
    const auto id = records::TaskRows(m_connection).find_id(task.id.text);
    const auto hold = id ? writing::live_hold(m_connection, *id) : std::nullopt;
    if (hold) task.claim = trees::claim_of(*hold);
  }

 private:
  db::Connection& m_connection;
  bool m_is_any;
};

}  // namespace

std::vector<TaskSummary> list_tasks(db::Connection& connection, const TaskFilter& filter,
                                    const std::optional<ListPlace>& after) {
  std::vector<TaskSummary> tasks = select_tasks(connection, filter, judge_owner(), after);
  Holds holds(connection);
  for (TaskSummary& task : tasks) holds.show(task);
  return tasks;
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
  Holds(connection).show(*summary);
  return *std::move(summary);
}

}  // namespace tasks

std::vector<TaskSummary> Store::list(const TaskFilter& filter) const {
  const auto use = m_connections->use();
  const db::ReadTransaction snapshot(use.connection());
  if (filter.tree) records::require_tree(use.connection(), filter.tree->text);
  return tasks::list_tasks(use.connection(), filter);
}

TaskPage list_page(const Store& store, const TaskFilter& filter, const std::optional<TaskId>& after) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  if (filter.tree) records::require_tree(connection, filter.tree->text);
  std::optional<tasks::ListPlace> place;
  if (after) {
    const auto key = records::find_task(connection, after->text);
    if (!key) throw records::no_such_task(after->text);
    place = tasks::get_place(connection, *key);
  }
  TaskFilter one_more = filter;
  one_more.limit = filter.limit > 0 && filter.limit < std::numeric_limits<std::int64_t>::max()
                       ? filter.limit + 1
                       : std::max<std::int64_t>(filter.limit, 0);
  TaskPage page{tasks::list_tasks(connection, one_more, place), {}};
  const auto size = static_cast<std::int64_t>(page.tasks.size());
  const std::int64_t kept = filter.limit > 0   ? std::min(filter.limit, size)
                            : filter.limit < 0 ? std::max<std::int64_t>(size + filter.limit, 0)
                                               : size;
  page.tasks.resize(static_cast<std::size_t>(kept));
  if (kept < size && kept > 0) page.next = page.tasks.back().id;
  return page;
}

}  // namespace rlmdb
