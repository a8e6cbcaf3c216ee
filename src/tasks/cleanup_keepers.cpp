// SPDX-License-Identifier: MIT
#include "tasks/cleanup_keepers.hpp"

namespace rlmdb::tasks {

namespace {

std::string name_of(const store::Need& need) {
  return need.waiting_tree.empty() ? need.waiting : need.waiting + " of " + need.waiting_tree;
}

}  // namespace

Keepers::Keepers(db::Connection& connection, std::int64_t now_ms) {
  keep_what_is_needed(connection);
  keep_what_is_pinned(connection);
  keep_what_is_odd(connection, now_ms);
}

const std::string* Keepers::of_task(const store::OldTask& task) const {
  const auto kept = m_tasks.find(task.id);
  if (kept != m_tasks.end()) return &kept->second;
  const auto pinned = m_pinned_tasks.find(task.name);
  return pinned == m_pinned_tasks.end() ? nullptr : &pinned->second;
}

const std::string* Keepers::of_tree(const std::string& tree_id) const {
  const auto kept = m_trees.find(tree_id);
  return kept == m_trees.end() ? nullptr : &kept->second;
}

bool Keepers::keep(std::int64_t task_id, const std::string& tree_id, const std::string& because) {
  if (tree_id.empty()) return m_tasks.try_emplace(task_id, because).second;
  m_trees.try_emplace(tree_id, because);
  return false;
}

/// What is needed, and above it the parents that it names.
void Keepers::keep_what_is_needed(db::Connection& connection) {
  store::RetentionRows rows(connection);
  for (const store::Need& need : rows.needs()) {
    const std::string because = name_of(need) + " is not finished and needs it";
    store::ParentOf kept{need.id, need.tree_id};
    while (keep(kept.id, kept.tree_id, because)) {
      const auto above = rows.parent_of(kept.id);
      if (!above) break;
      kept = *above;
    }
  }
}

void Keepers::keep_what_is_pinned(db::Connection& connection) {
  for (const store::Pin& pin : store::RetentionRows(connection).pins()) {
    const std::string because = "its checkpoint " + pin.checkpoint_id + " is pinned";
    if (!pin.tree_id.empty()) {
      m_trees.try_emplace(pin.tree_id, because);
    } else if (!pin.task.empty()) {
      m_pinned_tasks.try_emplace(pin.task, because);
    }
  }
}

void Keepers::keep_what_is_odd(db::Connection& connection, std::int64_t now_ms) {
  m_odd = store::RetentionRows(connection).times_to_come(now_ms);
  for (const store::TimeToCome& odd : m_odd)
    (void)keep(odd.id, odd.tree_id, "the " + odd.member + " of " + odd.name + " is not yet");
}

}  // namespace rlmdb::tasks
