// SPDX-License-Identifier: MIT
#include "tasks/ready_rows.hpp"

#include "db/sql_text.hpp"
#include "ready_rows.sql.hpp"

namespace rlmdb::tasks {

std::optional<std::int64_t> ReadyRows::top(const ClaimFilter& filter) {
  db::Statement& statement =
      filter.task      ? m_connection.cached(db::sql_named(k_ready_rows_sql, "select_top_task"))
      : filter.tree_id ? m_connection.cached(db::sql_named(k_ready_rows_sql, "select_top_in_tree"))
                       : m_connection.cached(db::sql_named(k_ready_rows_sql, "select_top"));
  if (filter.task) {
    statement.bind_int64(1, *filter.task);
  } else {
    statement.bind_text(1, filter.agent);
    if (filter.tree_id) statement.bind_text(2, filter.tree_id);
  }
  if (filter.own_hold) statement.bind_int64(3, *filter.own_hold);
  return db::get_maybe(statement, [](const db::Statement& row) { return row.column_int64(0); });
}

std::vector<Due> ReadyRows::due(std::string_view now, std::string_view latest, std::int64_t most) {
  std::vector<Due> due;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_ready_rows_sql, "select_due")).bind_all(now, most, latest),
      [&](const db::Statement& row) {
        due.push_back({row.column_int64(0), row.column_int64(1) != 0});
      });
  return due;
}

void ReadyRows::find_candidates(const ClaimFilter& filter,
                                const std::function<bool(const Candidate&)>& is_enough) {
  db::Statement& statement =
      filter.tree_id ? m_connection.cached(db::sql_named(k_ready_rows_sql, "select_candidates_in_tree"))
                     : m_connection.cached(db::sql_named(k_ready_rows_sql, "select_candidates"));
  statement.bind_text(1, filter.agent);
  if (filter.tree_id) statement.bind_text(2, filter.tree_id);
  db::find_row(statement, [&](const db::Statement& row) {
    return is_enough({row.column_int64(0), std::string(row.column_text(1))});
  });
}

std::vector<std::int64_t> ReadyRows::queued(const ClaimFilter& filter) {
  db::Statement& statement =
      filter.tree_id ? m_connection.cached(db::sql_named(k_ready_rows_sql, "select_queued_in_tree"))
                     : m_connection.cached(db::sql_named(k_ready_rows_sql, "select_queued"));
  statement.bind_text(1, filter.agent);
  if (filter.tree_id) statement.bind_text(2, filter.tree_id);
  std::vector<std::int64_t> ids;
  db::for_each_row(statement, [&](const db::Statement& row) { ids.push_back(row.column_int64(0)); });
  return ids;
}

}  // namespace rlmdb::tasks
