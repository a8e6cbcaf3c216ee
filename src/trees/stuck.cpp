// SPDX-License-Identifier: MIT
#include "trees/stuck.hpp"

#include <utility>

#include "records/task_head.hpp"
#include "trees/liveness.hpp"
#include "trees/relation_rows.hpp"
#include "util/machine.hpp"

namespace rlmdb::trees {

void WaitingGroups::add_tree(const std::string& tree_id) {
  load_tree(tree_id);
  follow_dependencies();
}

void WaitingGroups::add_all() {
  for (const std::string& tree_id : m_rows.trees_that_may_be_stuck(m_interrupted)) load_tree(tree_id);
  for (const std::int64_t task : m_rows.dependent_outside()) load_outside(task);
  follow_dependencies();
}

SpentBudget WaitingGroups::spent(const std::string& tree_id) {
  return m_settings.spent(m_settings.budget_of_tree(tree_id).value()).value();
}

void WaitingGroups::load_tree(const std::string& tree_id) {
  if (!m_tree_ids.insert(tree_id).second) return;
  WaitingGroup group{tree_id, m_rows.of_tree(tree_id)};
  if (const auto budget = m_settings.budget_of_tree(tree_id))
    group.has_spent_budget = m_settings.spent(*budget).has_value();
  take(std::move(group));
}

void WaitingGroups::load_outside(std::int64_t task_id) {
  if (!m_tasks.contains(task_id)) take({{}, {m_rows.of_task(task_id)}});
}

void WaitingGroups::take(WaitingGroup group) {
  for (NodeRow& row : group.rows) {
    m_tasks.insert(row.id);
    if (m_interrupted == Interrupted::stuck && row.state == TaskState::running && !row.claim)
      row.owner = owner_of(row, util::Machine::here());
    if (!row.names_dependencies) continue;
    row.unfinished_dependencies = unfinished_dependencies(m_connection, row.id);
    for (const Blocker& on : row.unfinished_dependencies)
      if (on.id != 0) m_named.push_back(on.id);
  }
  m_groups.push_back(std::move(group));
}

void WaitingGroups::follow_dependencies() {
  while (!m_named.empty()) {
    const std::int64_t task = m_named.back();
    m_named.pop_back();
    if (m_tasks.contains(task)) continue;
    const std::string tree_id = records::TaskHeads(m_connection).get(task).tree_id;
    tree_id.empty() ? load_outside(task) : load_tree(tree_id);
  }
}

}  // namespace rlmdb::trees
