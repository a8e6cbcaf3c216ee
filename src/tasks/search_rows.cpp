// SPDX-License-Identifier: MIT
#include "tasks/search_rows.hpp"

#include "db/sql_text.hpp"
#include "records/typed_ids.hpp"
#include "rlmdb/search.hpp"
#include "search_rows.sql.hpp"

namespace rlmdb::tasks {

namespace {

std::optional<std::string> text_or_nothing(const db::Statement& row, int column) {
  if (row.column_type(column) == db::ColumnType::null) return std::nullopt;
  return std::string(row.column_text(column));
}

SearchRows::Variables variables_in(db::Statement& rows) {
  SearchRows::Variables variables;
  db::for_each_row(rows, [&](const db::Statement& row) {
    variables.emplace_back(row.column_text(0), row.column_text(1));
  });
  return variables;
}

}  // namespace

std::vector<std::int64_t> SearchRows::tasks(const std::optional<std::string>& tree, const TimeSpan& created) {
  db::Statement& rows =
      tree ? m_connection.cached(db::sql_named(k_search_rows_sql, "select_searched_tasks_of_tree"))
           : m_connection.cached(db::sql_named(k_search_rows_sql, "select_searched_tasks"));
  if (tree) rows.bind_text(1, *tree);
  rows.bind_int64(2, created.begin_ms);
  rows.bind_int64(3, created.end_ms);
  std::vector<std::int64_t> ids;
  db::for_each_row(rows, [&](const db::Statement& row) { ids.push_back(row.column_int64(0)); });
  return ids;
}

SearchedTask SearchRows::task(std::int64_t id) {
  constexpr int k_first_text = 4;
  SearchedTask task;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_search_rows_sql, "select_searched_texts")).bind_all(id),
      [&](const db::Statement& row) {
        task.id = row.column_text(0);
        task.tree_id = records::id_of<TreeId>(text_or_nothing(row, 1));
        task.created_at = row.column_text(2);
        task.state = row.column_text(3);
        int column = k_first_text;
        for (std::string& text : task.texts) text = row.column_text(column++);
      });
  db::for_each_row(
      m_connection.cached(db::sql_named(k_search_rows_sql, "select_searched_chunks")).bind_all(id),
      [&](const db::Statement& row) {
        task.texts[static_cast<std::size_t>(SearchedText::output)] += row.column_text(0);
      });
  return task;
}

SearchRows::Variables SearchRows::variables_of_task(std::int64_t id) {
  return variables_in(
      m_connection.cached(db::sql_named(k_search_rows_sql, "select_searched_variables")).bind_all(id));
}

std::vector<SearchedState> SearchRows::states(const std::optional<std::string>& tree) {
  std::vector<SearchedState> states;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_search_rows_sql, "select_searched_states")).bind_all(tree),
      [&](const db::Statement& row) {
        states.push_back({row.column_int64(0), std::string(row.column_text(1)),
                          records::id_of<TreeId>(text_or_nothing(row, 2))});
      });
  return states;
}

SearchRows::Variables SearchRows::variables_of_state(std::int64_t id) {
  return variables_in(
      m_connection.cached(db::sql_named(k_search_rows_sql, "select_searched_variables_of_state"))
          .bind_all(id));
}

}  // namespace rlmdb::tasks
