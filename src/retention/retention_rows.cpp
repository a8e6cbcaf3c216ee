// SPDX-License-Identifier: MIT
#include "retention/retention_rows.hpp"

#include "db/sql_text.hpp"
#include "retention_rows.sql.hpp"

namespace rlmdb::retention {

namespace {

std::string text(const db::Statement& row, int column) {
  return std::string(row.column_text(column));
}

OldTask read_old_task(const db::Statement& row) {
  return {row.column_int64(0), text(row, 1), row.column_int64(2) != 0, text(row, 3),
          text(row, 4),        text(row, 5), row.column_int64(6),      row.column_int64(7) != 0,
          row.column_int64(8)};
}

Left read_left(const db::Statement& row) {
  return {row.column_int64(0), text(row, 1), text(row, 2)};
}

template <class Value, class Read>
std::vector<Value> all_of(db::Statement& statement, Read read) {
  std::vector<Value> values;
  db::for_each_row(statement, [&](const db::Statement& row) { values.push_back(read(row)); });
  return values;
}

}  // namespace

std::vector<TreeAge> RetentionRows::tree_ages(const Cutoffs& cutoffs,
                                              const std::optional<std::string_view>& only) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_retention_rows_sql, "select_tree_ages"));
  statement.bind_all(cutoffs.completed_ms, cutoffs.cancelled_ms, only, cutoffs.failed_ms,
                     std::int64_t{cutoffs.takes_unreviewed}, std::int64_t{cutoffs.counts_from_import});
  return all_of<TreeAge>(statement, [](const db::Statement& row) {
    return TreeAge{text(row, 0),        row.column_int64(1), row.column_int64(2),
                   row.column_int64(3), row.column_int64(4), row.column_int64(5)};
  });
}

std::vector<OldTask> RetentionRows::old_tasks(const Cutoffs& cutoffs, std::string_view trees_json) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_retention_rows_sql, "select_old_tasks"));
  statement.bind_all(cutoffs.completed_ms, cutoffs.failed_ms, cutoffs.cancelled_ms, trees_json,
                     std::int64_t{cutoffs.takes_unreviewed}, std::int64_t{cutoffs.counts_from_import});
  return all_of<OldTask>(statement, read_old_task);
}

std::vector<OldFailure> RetentionRows::old_failures(std::int64_t before_ms) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_retention_rows_sql, "select_old_failures"));
  return all_of<OldFailure>(statement.bind_all(before_ms), [](const db::Statement& row) {
    return OldFailure{text(row, 0), text(row, 1), text(row, 2)};
  });
}

std::vector<Undated> RetentionRows::undated(const Cutoffs& cutoffs) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_retention_rows_sql, "select_undated"));
  statement.bind_all(std::int64_t{cutoffs.completed_ms.has_value()},
                     std::int64_t{cutoffs.failed_ms.has_value()},
                     std::int64_t{cutoffs.cancelled_ms.has_value()});
  return all_of<Undated>(statement, [](const db::Statement& row) {
    return Undated{text(row, 0), text(row, 1), text(row, 2), text(row, 3)};
  });
}

std::vector<TimeToCome> RetentionRows::times_to_come(std::int64_t now_ms) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_retention_rows_sql, "select_times_to_come"));
  return all_of<TimeToCome>(statement.bind_all(now_ms), [](const db::Statement& row) {
    return TimeToCome{row.column_int64(0), text(row, 1), text(row, 2), text(row, 3), text(row, 4)};
  });
}

std::vector<Need> RetentionRows::needs() {
  return all_of<Need>(m_connection.cached(db::sql_named(k_retention_rows_sql, "select_needs")),
                      [](const db::Statement& row) {
                        return Need{row.column_int64(0), text(row, 1), text(row, 2), text(row, 3)};
                      });
}

std::optional<ParentOf> RetentionRows::parent_of(std::int64_t task_id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_retention_rows_sql, "select_parent_of"));
  return db::get_maybe(statement.bind_all(task_id), [](const db::Statement& row) {
    return ParentOf{row.column_int64(0), text(row, 1)};
  });
}

std::vector<ParentOf> RetentionRows::parents_of_tree(std::string_view tree_id) {
  db::Statement& statement =
      m_connection.cached(db::sql_named(k_retention_rows_sql, "select_parents_of_tree"));
  return all_of<ParentOf>(statement.bind_all(tree_id), [](const db::Statement& row) {
    return ParentOf{row.column_int64(0), text(row, 1)};
  });
}

std::vector<Described> RetentionRows::described_elsewhere() {
  return all_of<Described>(
      m_connection.cached(db::sql_named(k_retention_rows_sql, "select_described_elsewhere")),
      [](const db::Statement& row) {
        return Described{row.column_int64(0), text(row, 1), text(row, 2)};
      });
}

std::vector<OldTask> RetentionRows::going(std::string_view going_json) {
  return all_of<OldTask>(
      m_connection.cached(db::sql_named(k_retention_rows_sql, "select_going_tasks")).bind_all(going_json),
      read_old_task);
}

std::vector<Left> RetentionRows::left_below(std::string_view going_json) {
  return all_of<Left>(
      m_connection.cached(db::sql_named(k_retention_rows_sql, "select_left_below")).bind_all(going_json),
      read_left);
}

std::vector<Left> RetentionRows::left_waiting(std::string_view going_json) {
  return all_of<Left>(
      m_connection.cached(db::sql_named(k_retention_rows_sql, "select_left_waiting")).bind_all(going_json),
      read_left);
}

std::vector<std::string> RetentionRows::whole_trees(std::string_view going_json) {
  return all_of<std::string>(
      m_connection.cached(db::sql_named(k_retention_rows_sql, "select_whole_trees")).bind_all(going_json),
      [](const db::Statement& row) { return text(row, 0); });
}

std::vector<Left> RetentionRows::left_documents(std::string_view going_json, std::string_view trees_json) {
  return all_of<Left>(m_connection.cached(db::sql_named(k_retention_rows_sql, "select_left_documents"))
                          .bind_all(going_json, trees_json),
                      read_left);
}

std::vector<Pin> RetentionRows::pins() {
  return all_of<Pin>(m_connection.cached(db::sql_named(k_retention_rows_sql, "select_pins")),
                     [](const db::Statement& row) {
                       return Pin{text(row, 0), text(row, 1), text(row, 2)};
                     });
}

}  // namespace rlmdb::retention
