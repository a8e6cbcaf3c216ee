// SPDX-License-Identifier: MIT
#include "trees/tree_budget.hpp"

#include "writing/given_json.hpp"

namespace rlmdb::trees {

const SpentBudget* TreeBudgets::spent_for(std::int64_t task_id) {
  const std::optional<BudgetOfTree> budget = m_rows.budget_of_task(task_id);
  if (!budget) return nullptr;
  const auto [seen, is_new] = m_seen.try_emplace(budget->tree_id);
  if (is_new) seen->second = m_rows.spent(*budget);
  return seen->second ? &*seen->second : nullptr;
}

std::optional<std::int64_t> TreeBudgets::top(tasks::ReadyRows& ready, const tasks::ClaimFilter& filter) {
  std::optional<std::int64_t> top = ready.top(filter);
  while (top && spent_for(*top) != nullptr) {
    if (filter.tree_id || filter.task) return std::nullopt;
    const std::string spent_trees = spent_trees_json();
    top = m_rows.top_outside(spent_trees, filter.agent, filter.own_hold);
  }
  return top;
}

std::string TreeBudgets::spent_trees_json() const {
  std::string json;
  for (const auto& [tree_id, spent] : m_seen) {
    if (spent) json += (json.empty() ? "" : ",") + writing::json_string(tree_id);
  }
  return "[" + json + "]";
}

}  // namespace rlmdb::trees
