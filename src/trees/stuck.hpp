// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
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
#include "util/machine.hpp"

namespace rlmdb::trees {

/// Reads what find_stuck() asks for: the trees and tasks that may hold something up, and whatever these depend
/// on. An object is for one transaction. Where nothing failed, is in an unknown state, ran without a claim,
/// depends on anything or has a budget, that is a few index entries.
class WaitingGroups {
 public:
  WaitingGroups(db::Connection& connection, Interrupted interrupted)
      : m_connection(connection), m_interrupted(interrupted), m_rows(connection), m_settings(connection) {}

  /// A tree.
  void add_tree(const std::string& tree_id);
  /// A tree that was read already (TreePurpose::progress), where something in it may be stuck: then its rows are moved
  /// from.
  void add_tree(const std::string& tree_id, std::vector<NodeRow>& rows);
  /// Everything that may hold a queued task up.
  void add_all();
  /// What is in no tree.
  void add_outside();
  /// Whatever those depend on. find_stuck() relies on it.
  void follow_dependencies();
  [[nodiscard]] const std::vector<WaitingGroup>& groups() const noexcept { return m_groups; }
  /// Of a tree whose budget is spent.
  [[nodiscard]] SpentBudget spent(const std::string& tree_id);

 private:
  void load_outside(std::int64_t task_id);
  void take_tree(const std::string& tree_id, const std::optional<BudgetOfTree>& budget,
                 std::vector<NodeRow> rows);
  void take(WaitingGroup group);

  db::Connection& m_connection;
  Interrupted m_interrupted;
  WaitingRows m_rows;
  TreeSettingRows m_settings;
  std::optional<util::Machine> m_machine;
  std::vector<WaitingGroup> m_groups;
  std::unordered_set<std::string> m_tree_ids;
  std::unordered_set<std::int64_t> m_tasks;
  std::vector<std::int64_t> m_named;  ///< tasks that are depended on, and not looked at yet
};

/// What is stuck, as progress and drawings of trees want it: with interrupted ones as recovered.
class StuckNodes {
 public:
  /// Of a whole database, whose trees are shown to it one by one. Until find_all() nothing is stuck.
  explicit StuckNodes(db::Connection& connection) : m_groups(connection, Interrupted::recovered) {}
  void look_at(const std::string& tree_id, std::vector<NodeRow>& rows);
  void find_all();
  /// Of one tree, whose nodes are `rows`.
  StuckNodes(db::Connection& connection, const TreeId& tree, std::span<const NodeRow> rows);

  [[nodiscard]] bool contains(std::int64_t task_id) const { return m_found.tasks.contains(task_id); }
  [[nodiscard]] const Stuck& all() const noexcept { return m_all; }
  /// How many there are of it; with them it has no estimate.
  void add_to(TreeProgress& progress) const;

 private:
  void find(const std::function<bool(const NodeRow&)>& is_asked_for);

  WaitingGroups m_groups;
  FoundStuck m_found;
  Stuck m_all;
};

}  // namespace rlmdb::trees
