// SPDX-License-Identifier: MIT
#include "retention/cleanup_keepers.hpp"

#include <utility>

namespace rlmdb::retention {

namespace {

std::string name_of(const Need& need) {
  return need.waiting_tree.empty() ? need.waiting : need.waiting + " of " + need.waiting_tree;
}

}  // namespace

Keepers::Keepers(db::Connection& connection, std::int64_t now_ms) {
  keep_what_is_needed(connection);
  keep_what_is_described(connection);
  keep_what_is_pinned(connection);
  keep_what_is_odd(connection, now_ms);
}

const std::string* Keepers::of_task(const OldTask& task) const {
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
  return m_trees.try_emplace(tree_id, because).second;
}

void Keepers::keep_what_is_needed(db::Connection& connection) {
  RetentionRows rows(connection);
  for (const Need& need : rows.needs())
    keep_with_parents(rows, {need.id, need.tree_id}, name_of(need) + " is not finished and needs it");
}

/// What is above it, too: the parent of a task, and the parents that the nodes of a tree have outside it.
void Keepers::keep_with_parents(RetentionRows& rows, const ParentOf& needed, const std::string& because) {
  std::vector<ParentOf> open{needed};
  while (!open.empty()) {
    const ParentOf next = std::move(open.back());
    open.pop_back();
    if (!keep(next.id, next.tree_id, because)) continue;
    if (!next.tree_id.empty()) {
      for (ParentOf& parent : rows.parents_of_tree(next.tree_id)) open.push_back(std::move(parent));
    } else if (auto parent = rows.parent_of(next.id)) {
      open.push_back(*std::move(parent));
    }
  }
}

/// A document of a tree that stays would lose the node.
void Keepers::keep_what_is_described(db::Connection& connection) {
  for (const Described& task : RetentionRows(connection).described_elsewhere())
    (void)keep(task.id, task.tree_id, "the document of " + task.document_of + " describes it");
}

void Keepers::keep_what_is_pinned(db::Connection& connection) {
  for (const Pin& pin : RetentionRows(connection).pins()) {
    const std::string because = "its checkpoint " + pin.checkpoint_id + " is pinned";
    if (!pin.tree_id.empty()) {
      m_trees.try_emplace(pin.tree_id, because);
    } else if (!pin.task.empty()) {
      m_pinned_tasks.try_emplace(pin.task, because);
    }
  }
}

void Keepers::keep_what_is_odd(db::Connection& connection, std::int64_t now_ms) {
  m_odd = RetentionRows(connection).times_to_come(now_ms);
  for (const TimeToCome& odd : m_odd)
    (void)keep(odd.id, odd.tree_id, "the " + odd.member + " of " + odd.name + " is not yet");
}

}  // namespace rlmdb::retention
