// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/progress.hpp"
#include "rlmdb/work_left.hpp"
#include "trees/stuck_rules.hpp"
#include "trees/tree_setting_rows.hpp"
#include "trees/waiting_rows.hpp"

namespace rlmdb::trees {

/// Reads what find_stuck() asks for: the trees and tasks that may hold something up, and whatever these depend
/// on. An object is for one transaction. Where nothing failed, is in an unknown state, ran without a claim,
/// depends on anything or has a budget, that is a few index entries.
class WaitingGroups {
 public:
  WaitingGroups(db::Connection& connection, Interrupted interrupted)
      : m_connection(connection), m_interrupted(interrupted), m_rows(connection), m_settings(connection) {}

  /// A tree, and what its nodes depend on.
  void add_tree(const std::string& tree_id);
  /// Everything that may hold a queued task up.
  void add_all();
  [[nodiscard]] const std::vector<WaitingGroup>& groups() const noexcept { return m_groups; }
  /// Of a tree whose budget is spent.
  [[nodiscard]] SpentBudget spent(const std::string& tree_id);

 private:
  void load_tree(const std::string& tree_id);
  void load_outside(std::int64_t task_id);
  void take(WaitingGroup group);
  void follow_dependencies();

  db::Connection& m_connection;
  Interrupted m_interrupted;
  WaitingRows m_rows;
  TreeSettingRows m_settings;
  std::vector<WaitingGroup> m_groups;
  std::unordered_set<std::string> m_tree_ids;
  std::unordered_set<std::int64_t> m_tasks;
  std::vector<std::int64_t> m_named;  ///< tasks that are depended on, and not looked at yet
};

/// What is stuck of the queued tasks that `filter` names. REQUIRES: an open transaction. Error not_found where
/// the tree has no node.
[[nodiscard]] Stuck find_stuck(db::Connection& connection, const ReadyFilter& filter,
                               Interrupted interrupted);

/// The same of a whole database, or of one tree, as progress and drawings of trees want it: with interrupted
/// ones as recovered.
class StuckNodes {
 public:
  explicit StuckNodes(db::Connection& connection);
  /// `rows` are those of the tree, which is read once more where something in it may be stuck.
  StuckNodes(db::Connection& connection, const TreeId& tree, std::span<const NodeRow> rows);

  [[nodiscard]] bool contains(std::int64_t task_id) const { return m_stuck.tasks.contains(task_id); }
  [[nodiscard]] const Stuck& all() const noexcept { return m_all; }
  /// How many there are of it; with them it has no estimate.
  void add_to(TreeProgress& progress) const;

 private:
  void find(WaitingGroups& groups, const std::function<bool(const NodeRow&)>& is_asked_for);

  FoundStuck m_stuck;
  Stuck m_all;
};

}  // namespace rlmdb::trees
