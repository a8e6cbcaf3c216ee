// SPDX-License-Identifier: MIT
#include "trees/tree_setting_rows.hpp"

#include "db/sql_text.hpp"
#include "records/cell_columns.hpp"
#include "tree_setting_rows.sql.hpp"

namespace rlmdb::trees {

TreeSettings TreeSettingRows::find(std::string_view tree_id) {
  db::Statement& statement =
      m_connection.cached(db::sql_named(k_tree_setting_rows_sql, "select_tree_settings"));
  statement.bind_text(1, tree_id);
  const auto settings = db::get_maybe(statement, [](const db::Statement& row) {
    return TreeSettings{row.column_optional_int64(0),       row.column_optional_int64(1),
                        row.column_optional_int64(2),       row.column_optional_int64(3),
                        row.column_optional_int64(4),       records::read_optional_text(row, 5),
                        row.column_optional_double(6),      records::read_optional_text(row, 7),
                        records::read_optional_text(row, 8)};
  });
  return settings.value_or(TreeSettings{});
}

std::vector<std::string> TreeSettingRows::trees() {
  std::vector<std::string> ids;
  db::for_each_row(m_connection.cached(db::sql_named(k_tree_setting_rows_sql, "select_trees_with_settings")),
                   [&](const db::Statement& row) { ids.emplace_back(row.column_text(0)); });
  return ids;
}

void TreeSettingRows::put(std::string_view tree_id, const TreeSettings& settings) {
  if (settings == TreeSettings{}) {
    m_connection.cached(db::sql_named(k_tree_setting_rows_sql, "delete_tree_settings"))
        .bind_all(tree_id)
        .run();
    return;
  }
  m_connection.cached(db::sql_named(k_tree_setting_rows_sql, "put_tree_settings"))
      .bind_all(tree_id, settings.max_depth, settings.max_children, settings.max_nodes,
                settings.max_context_tokens, settings.timeout_ms, settings.action, settings.budget_usd,
                settings.execution_mode, settings.session_id)
      .run();
}

std::optional<BudgetOfTree> TreeSettingRows::budget_of_task(std::int64_t task_id) {
  db::Statement& statement =
      m_connection.cached(db::sql_named(k_tree_setting_rows_sql, "select_budget_of_task"));
  return db::get_maybe(statement.bind_all(task_id), [](const db::Statement& row) {
    return BudgetOfTree{std::string(row.column_text(0)), row.column_double(1)};
  });
}

std::optional<BudgetOfTree> TreeSettingRows::budget_of_tree(std::string_view tree_id) {
  const std::optional<double> budget_usd = find(tree_id).budget_usd;
  return budget_usd ? std::optional(BudgetOfTree{std::string(tree_id), *budget_usd}) : std::nullopt;
}

std::optional<SpentBudget> TreeSettingRows::spent(const BudgetOfTree& budget) {
  const std::optional<double> usd = known_usd(budget.tree_id);
  if (!is_spent(budget.budget_usd, usd)) return std::nullopt;
  return SpentBudget{budget.tree_id, budget.budget_usd, spent(budget.tree_id, usd)};
}

SpentDollars TreeSettingRows::spent(std::string_view tree_id) {
  return spent(tree_id, known_usd(tree_id));
}

SpentDollars TreeSettingRows::spent(std::string_view tree_id, std::optional<double> usd) {
  const std::int64_t without_cost = db::get_int64(
      m_connection.cached(db::sql_named(k_tree_setting_rows_sql, "count_without_cost")).bind_all(tree_id));
  if (!usd && without_cost == 0) usd = 0;
  return {usd, without_cost};
}

std::optional<double> TreeSettingRows::known_usd(std::string_view tree_id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_tree_setting_rows_sql, "select_spent"));
  statement.bind_text(1, tree_id);
  return db::get_maybe(statement, [](const db::Statement& row) { return row.column_optional_double(0); })
      .value_or(std::nullopt);
}

std::optional<std::int64_t> TreeSettingRows::top_outside(std::string_view trees_json,
                                                         std::optional<std::string_view> agent,
                                                         std::optional<std::int64_t> own_hold) {
  db::Statement& statement =
      m_connection.cached(db::sql_named(k_tree_setting_rows_sql, "select_top_outside"));
  statement.bind_text(1, agent);
  statement.bind_text(2, trees_json);
  if (own_hold) statement.bind_int64(3, *own_hold);
  return db::get_maybe(statement, [](const db::Statement& row) { return row.column_int64(0); });
}

}  // namespace rlmdb::trees
