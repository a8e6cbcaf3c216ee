// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"

namespace rlmdb::trees {

/// What a tree says of itself; nullopt is the default.
struct TreeSettings {
  std::optional<std::int64_t> max_depth;
  std::optional<std::int64_t> max_children;
  std::optional<std::int64_t> max_nodes;
  std::optional<std::int64_t> max_context_tokens;
  std::optional<std::int64_t> timeout_ms;
  std::optional<std::string> action;  ///< "refuse"
  std::optional<double> budget_usd;
  std::optional<std::string> execution_mode;
  std::optional<std::string> session_id;
  friend bool operator==(const TreeSettings&, const TreeSettings&) = default;
};

/// A tree and what its nodes may cost: where a task has one, its next run is paid from it.
struct BudgetOfTree {
  std::string tree_id;
  double budget_usd = 0;
};

/// What the nodes of a tree cost.
struct SpentDollars {
  std::optional<double> usd;  ///< 0 where none has run; nullopt: some have, and of none it is known
  std::int64_t nodes_without_cost =
      0;  ///< they have run, and nobody said what they cost: it is at least so much
};

/// A tree whose nodes have cost at least as much as they may: nothing of it is claimed.
struct SpentBudget {
  std::string tree_id;
  double budget_usd = 0;
  SpentDollars spent;
};

/// THE rule, which `claim`, `ready`, `recover`, `report` and `budget` all ask. What nobody said counts as nothing.
[[nodiscard]] constexpr bool is_spent(double budget_usd, const std::optional<double>& spent_usd) noexcept {
  return spent_usd.value_or(0) >= budget_usd;
}

/// Table `tree_settings`, and what its settings are held against in a claim.
class TreeSettingRows {
 public:
  explicit TreeSettingRows(db::Connection& connection) : m_connection(connection) {}

  /// All defaults for a tree without a row.
  [[nodiscard]] TreeSettings find(std::string_view tree_id);
  /// The ids of those that have a row, in their order.
  [[nodiscard]] std::vector<std::string> trees();
  /// A tree that has nothing but defaults has no row.
  void put(std::string_view tree_id, const TreeSettings& settings);

  /// nullopt for a task of no tree, or of one without a budget. Two look-ups.
  [[nodiscard]] std::optional<BudgetOfTree> budget_of_task(std::int64_t task_id);
  /// The tree's; nullopt for one without a budget. One look-up.
  [[nodiscard]] std::optional<BudgetOfTree> budget_of_tree(std::string_view tree_id);
  /// nullopt while something is left of it. Reads the tree's nodes.
  [[nodiscard]] std::optional<SpentBudget> spent(const BudgetOfTree& budget);
  /// US dollars of all its nodes, summed newest first as `cost` sums them. Reads the tree's nodes twice.
  [[nodiscard]] SpentDollars spent(std::string_view tree_id);
  /// tasks.id of the first in the queue that is not known to wait and is in none of the trees, a JSON array
  /// of ids, and that nobody holds but `own_hold`. Reads the entries of these trees that come first.
  [[nodiscard]] std::optional<std::int64_t> top_outside(std::string_view trees_json,
                                                        std::optional<std::string_view> agent,
                                                        std::optional<std::int64_t> own_hold);

 private:
  /// nullopt: of no node it is known.
  [[nodiscard]] std::optional<double> known_usd(std::string_view tree_id);
  [[nodiscard]] SpentDollars spent(std::string_view tree_id, std::optional<double> usd);

  db::Connection& m_connection;
};

}  // namespace rlmdb::trees
