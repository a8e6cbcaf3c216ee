// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "records/task_lookup.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/work_left.hpp"
#include "tasks/ready_rows.hpp"
#include "trees/dependency_faults.hpp"

namespace rlmdb {

namespace {

StuckTasks stuck_in(const trees::DependencyCircle& circle) {
  StuckTasks stuck{"dependency_cycle", {}, {}};
  for (const trees::Blocker& task : circle.tasks) stuck.tasks.push_back(TaskId{task.name});
  stuck.message = circle.tasks.size() == 1
                      ? "the task depends on itself and can never run: " + circle.text
                      : fmt::format("{} tasks depend on each other and can never run: {}",
                                    circle.tasks.size(), circle.text);
  return stuck;
}

}  // namespace

std::vector<StuckTasks> stuck_tasks(const Store& store, const ReadyFilter& filter) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  tasks::ClaimFilter rows;
  if (filter.agent) rows.agent = *filter.agent;
  if (filter.tree) {
    records::require_tree(use.connection(), filter.tree->text);
    rows.tree_id = filter.tree->text;
  }
  const std::vector<std::int64_t> ids = tasks::ReadyRows(use.connection()).queued(rows);
  const std::unordered_set<std::int64_t> queued(ids.begin(), ids.end());
  trees::DependencyFaults faults(use.connection());
  std::vector<StuckTasks> all;
  for (const trees::DependencyCircle& circle : faults.circles()) {
    const bool is_asked_for =
        std::any_of(circle.all.begin(), circle.all.end(),
                    [&](const trees::Blocker& task) { return queued.contains(task.id); });
    if (is_asked_for) all.push_back(stuck_in(circle));
  }
  for (const trees::UnknownDependency& unknown : faults.unknown())
    if (queued.contains(unknown.task.id))
      all.push_back({"dependency_unknown",
                     {TaskId{unknown.task.name}},
                     "the task depends on " + unknown.name + ", an id that no task has, and waits"});
  return all;
}

}  // namespace rlmdb
