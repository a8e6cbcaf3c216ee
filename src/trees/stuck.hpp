// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
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
  [[nodiscard]] WaitingGroup group_of(const std::string& tree_id);
  /// A tree that was read already (TreePurpose::progress), where something in it may be stuck: then its rows are moved
  /// from.
  [[nodiscard]] std::optional<WaitingGroup> group_of(const std::string& tree_id, std::vector<NodeRow>& rows);
  /// Once.
  void add(WaitingGroup group);
  /// What is in no tree.
  void add_outside();
  /// Whatever those depend on. find_stuck() relies on it.
  void follow_dependencies();
  [[nodiscard]] const std::vector<WaitingGroup>& groups() const noexcept { return m_groups; }
  /// Of a tree whose budget is spent.
  [[nodiscard]] SpentBudget spent(const std::string& tree_id);

 private:
  [[nodiscard]] WaitingGroup tree_group(const std::string& tree_id, const std::optional<BudgetOfTree>& budget,
                                        std::vector<NodeRow> rows);
  /// Finds owners and dependencies.
  void complete(std::vector<NodeRow>& rows);
  void load_outside(std::int64_t task_id);

  db::Connection& m_connection;
  Interrupted m_interrupted;
  WaitingRows m_rows;
  TreeSettingRows m_settings;
  std::optional<util::Machine> m_machine;
  std::vector<WaitingGroup> m_groups;
  std::unordered_set<std::int64_t> m_tasks;
  std::vector<std::int64_t> m_named;  ///< tasks that are depended on, and not looked at yet
};

/// What is stuck: of one tree, or of a whole database, whose trees are shown to it one by one. Of these it keeps the rows of
/// those alone which depend on another, or another on them: memory does not grow with the others.
class StuckNodes {
 public:
  using IsAskedFor = std::function<bool(const NodeRow&)>;

  /// Of a whole database. Until find_all() nothing is stuck.
  explicit StuckNodes(
      db::Connection& connection, Interrupted interrupted = Interrupted::recovered,
      IsAskedFor is_asked_for = [](const NodeRow&) { return true; })
      : m_interrupted(interrupted),
        m_is_asked_for(std::move(is_asked_for)),
        m_groups(connection, interrupted) {}
  /// Each tree once, in any order. It is read.
  void look_at(const std::string& tree_id) { look_at(m_groups.group_of(tree_id)); }
  /// A tree that was read already, where something in it may be stuck: then its rows are moved from.
  void look_at(const std::string& tree_id, std::vector<NodeRow>& rows);
  void find_all();
  /// Of one tree, whose nodes are `rows`, as progress and drawings want it: with interrupted ones as recovered.
  StuckNodes(db::Connection& connection, const TreeId& tree, std::span<const NodeRow> rows);

  /// Of one tree.
  [[nodiscard]] bool contains(std::int64_t task_id) const { return m_found.tasks.contains(task_id); }
  [[nodiscard]] const Stuck& all() const noexcept { return m_all; }
  /// How many there are of it; with them it has no estimate.
  void add_to(TreeProgress& progress) const;

 private:
  /// What is stuck in a tree that neither depends on another nor, as far as is known, another on it.
  struct Alone {
    std::int64_t tasks = 0;
    std::int64_t causes = 0;
  };

  void look_at(WaitingGroup group);
  void find();

  Interrupted m_interrupted;
  IsAskedFor m_is_asked_for;
  WaitingGroups m_groups;
  std::map<std::string, Alone> m_alone;
  /// Of these the ones with the first causes, by the position of that: no other has a place among the first of all.
  std::multimap<std::int64_t, WaitingGroup> m_told;
  FoundStuck m_found;
  Stuck m_all;
};

}  // namespace rlmdb::trees
