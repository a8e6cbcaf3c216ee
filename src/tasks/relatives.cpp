// SPDX-License-Identifier: MIT
#include <unordered_set>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "records/task_head.hpp"
#include "records/task_lookup.hpp"
#include "rlmdb/store.hpp"
#include "tasks/task_list.hpp"
#include "trees/relation_rows.hpp"

namespace rlmdb {

namespace {

records::TaskHead head_of(db::Connection& connection, const TaskId& id) {
  auto head = records::TaskHeads(connection).find(id.text);
  if (!head) throw records::no_such_task(id.text);
  return *std::move(head);
}

/// tasks.id of the nodes above, the nearest first, at most `most`.
std::vector<std::int64_t> above(db::Connection& connection, const TaskId& id, std::size_t most) {
  std::vector<std::int64_t> found;
  std::unordered_set<std::int64_t> seen;
  std::int64_t at = head_of(connection, id).id;
  while (found.size() < most && seen.insert(at).second) {
    const auto parent = trees::parent_of(connection, at);
    if (!parent || seen.contains(*parent)) break;
    found.push_back(*parent);
    at = *parent;
  }
  return found;
}

std::vector<TaskSummary> summaries(db::Connection& connection, const std::vector<std::int64_t>& keys) {
  std::vector<TaskSummary> tasks;
  tasks.reserve(keys.size());
  for (const std::int64_t key : keys) tasks.push_back(tasks::get_summary(connection, key));
  return tasks;
}

}  // namespace

std::vector<TaskSummary> Store::children(const TaskId& id) const {
  const auto use = m_connections->use();
  const db::ReadTransaction snapshot(use.connection());
  const records::TaskHead head = head_of(use.connection(), id);
  return summaries(use.connection(),
                   trees::StoredRelations(use.connection(), head, trees::Look::all).children());
}

std::optional<TaskSummary> Store::parent(const TaskId& id) const {
  const auto use = m_connections->use();
  const db::ReadTransaction snapshot(use.connection());
  const auto nearest = above(use.connection(), id, 1);
  return nearest.empty() ? std::nullopt
                         : std::optional(tasks::get_summary(use.connection(), nearest.front()));
}

std::vector<TaskSummary> Store::ancestors(const TaskId& id) const {
  constexpr auto k_all = static_cast<std::size_t>(-1);
  const auto use = m_connections->use();
  const db::ReadTransaction snapshot(use.connection());
  return summaries(use.connection(), above(use.connection(), id, k_all));
}

}  // namespace rlmdb
