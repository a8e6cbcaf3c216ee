// SPDX-License-Identifier: MIT
#include "rlmdb/work_left.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "records/task_head.hpp"
#include "records/task_lookup.hpp"
#include "rlmdb/store.hpp"
#include "tasks/ready_rows.hpp"
#include "tasks/task_list.hpp"
#include "trees/relation_rows.hpp"
#include "trees/tree_budget.hpp"
#include "trees/waiting.hpp"

namespace rlmdb {

namespace {

/// Behind every time that a lease can end at.
constexpr std::string_view k_end_of_time = "~";

class Look {
 public:
  Look(db::Connection& connection, const ReadyFilter& filter)
      : m_connection(connection), m_filter(filter), m_ready(connection), m_heads(connection) {
    if (filter.agent) m_rows.agent = *filter.agent;
    if (filter.tree) m_rows.tree_id = filter.tree->text;
  }

  [[nodiscard]] WorkLeft take() {
    const std::vector<std::int64_t> queued = m_ready.queued(m_rows);
    WorkLeft left;
    left.queued = static_cast<std::int64_t>(queued.size());
    left.may_become_ready =
        std::any_of(queued.begin(), queued.end(), [this](std::int64_t id) { return is_ready(id); });
    for (const tasks::Due& due :
         m_ready.due(k_end_of_time, k_end_of_time, std::numeric_limits<std::int64_t>::max()))
      if (due.is_running) m_leased.insert(m_heads.get(due.id).legacy_id);
    left.running = running(m_filter.tree);
    if (m_filter.tree && left.running.empty() && m_waits_outside) left.running = running(std::nullopt);
    return left;
  }

 private:
  /// Now, or once a backoff has ended or a time has come.
  [[nodiscard]] bool is_ready(std::int64_t id) {
    const records::TaskHead head = m_heads.get(id);
    trees::StoredRelations relations(m_connection, head, trees::Look::first, &m_turns);
    const trees::WaitsFor what = trees::find_waiting(relations).what;
    if (what == trees::WaitsFor::dependencies) m_waits_outside = true;
    return (what == trees::WaitsFor::nothing || what == trees::WaitsFor::time) &&
           m_budgets.spent_for(id) == nullptr;
  }

  [[nodiscard]] std::vector<TaskId> running(const std::optional<TreeId>& tree) {
    TaskFilter filter;
    filter.state = "running";
    filter.tree = tree;
    std::vector<TaskId> ids;
    for (const TaskSummary& task : tasks::list_tasks(m_connection, filter))
      if (!task.is_process_gone || m_leased.contains(task.id.text)) ids.push_back(task.id);
    return ids;
  }

  db::Connection& m_connection;
  const ReadyFilter& m_filter;
  tasks::ClaimFilter m_rows;
  tasks::ReadyRows m_ready;
  records::TaskHeads m_heads;
  trees::TreeBudgets m_budgets{m_connection};
  trees::TurnsAbove m_turns;
  std::set<std::string> m_leased;
  bool m_waits_outside = false;
};

}  // namespace

WorkLeft work_left(const Store& store, const ReadyFilter& filter) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  if (filter.tree) records::require_tree(use.connection(), filter.tree->text);
  return Look(use.connection(), filter).take();
}

}  // namespace rlmdb
