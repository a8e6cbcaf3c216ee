// SPDX-License-Identifier: MIT
/// Trees that have spent their budget: nothing of them is claimed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "db/connection.hpp"
#include "tasks/ready_rows.hpp"
#include "trees/tree_setting_rows.hpp"

namespace rlmdb::trees {

/// Looks at the budgets of the trees it is asked about, at each once: an object is for one transaction. A
/// task costs two look-ups; the nodes of a tree are read only where it has a budget.
class TreeBudgets {
 public:
  explicit TreeBudgets(db::Connection& connection) : m_rows(connection) {}

  /// Of the tree that the task is in; nullptr where nothing keeps it from being claimed.
  [[nodiscard]] const SpentBudget* spent_for(std::int64_t task_id);
  /// ReadyRows::top of the trees that still have a budget or never had one.
  [[nodiscard]] std::optional<std::int64_t> top(tasks::ReadyRows& ready, const tasks::ClaimFilter& filter);

 private:
  [[nodiscard]] std::string spent_trees_json() const;

  TreeSettingRows m_rows;
  std::map<std::string, std::optional<SpentBudget>> m_seen;  ///< nullopt: something is left
};

}  // namespace rlmdb::trees
