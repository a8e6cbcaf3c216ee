// SPDX-License-Identifier: MIT
#include "store/retention_rows.hpp"

#include "db/sql_text.hpp"
#include "retention_rows.sql.hpp"

namespace rlmdb::store {

std::vector<OldTask> RetentionRows::old_tasks(const Cutoffs& cutoffs) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_retention_rows_sql, "select_old_tasks"));
  statement.bind_all(cutoffs.completed_ms, cutoffs.failed_ms, cutoffs.cancelled_ms);
  std::vector<OldTask> tasks;
  db::for_each_row(statement, [&](const db::Statement& row) {
    OldTask& task = tasks.emplace_back();
    task.id = row.column_int64(0);
    task.legacy_id = row.column_text(1);
    task.state = row.column_text(2);
    task.completed_at = row.column_text(3);
    task.tree_id = row.column_text(4);
    task.bytes = row.column_int64(5);
    task.is_imported = row.column_int64(6) != 0;
  });
  return tasks;
}

std::unordered_set<std::string> RetentionRows::removable_trees(const Cutoffs& cutoffs,
                                                               const std::optional<std::string_view>& only) {
  db::Statement& statement =
      m_connection.cached(db::sql_named(k_retention_rows_sql, "select_removable_trees"));
  statement.bind_all(cutoffs.completed_ms, cutoffs.cancelled_ms, only);
  std::unordered_set<std::string> trees;
  db::for_each_row(statement, [&](const db::Statement& row) { trees.emplace(row.column_text(0)); });
  return trees;
}

std::int64_t RetentionRows::newest_time_ms() {
  return db::get_int64(m_connection.cached(db::sql_named(k_retention_rows_sql, "select_newest_task_time")));
}

}  // namespace rlmdb::store
