// SPDX-License-Identifier: MIT
#include "tasks/list_rows.hpp"

#include "db/sql_text.hpp"
#include "db/user_query.hpp"
#include "list_rows.sql.hpp"
#include "records/cell_columns.hpp"
#include "records/task_rows.hpp"
#include "records/tokens.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::tasks {

namespace {

TaskSummary read_summary(const db::Statement& row) {
  TaskSummary task;
  task.id.text = row.column_text(0);
  if (const auto state = row.column_optional_text(1)) {
    task.state = records::find_task_state(*state).value_or(TaskState::unknown);
    task.state_text =
        task.state == TaskState::unknown && !row.column_is_null(10) ? row.column_text(10) : *state;
  }
  task.agent = records::read_optional_text(row, 2);
  task.priority = row.column_optional_double(3);
  task.prompt = row.column_is_null(4) ? row.column_text(11) : row.column_text(4);
  task.created_at = records::read_optional_text(row, 5);
  task.started_at = records::read_optional_text(row, 6);
  task.completed_at = records::read_optional_text(row, 7);
  task.pid = row.column_optional_int64(8);
  task.tree_id = records::read_optional_text(row, 9);
  task.version = row.column_int64(20);
  task.attempts = row.column_int64(21);
  return task;
}

/// What tells whether the process of a running task lives.
trees::NodeRow read_owner(const db::Statement& row) {
  trees::NodeRow owner;
  owner.state = TaskState::running;
  owner.pid = row.column_optional_int64(8);
  owner.claim = records::read_claim(row, 12);
  owner.started_at_ms = row.column_optional_int64(19);
  return owner;
}

void bind_filter(db::Statement& statement, const TaskFilter& filter) {
  statement.bind_text(1, filter.state);
  statement.bind_text(2, filter.agent);
  // SQLite's -1 is "no limit"; a negative one of ours counts from an end that is not known yet.
  statement.bind_int64(3, filter.limit > 0 ? filter.limit : -1);
  if (statement.parameter_count() >= 4) statement.bind_text(4, filter.tree_id);
}

std::vector<TaskSummary> read_all(db::Statement& statement, const TaskFilter& filter,
                                  const RunningSink& running) {
  std::vector<TaskSummary> tasks;
  db::for_each_row(statement, [&](const db::Statement& row) {
    tasks.push_back(read_summary(row));
    if (tasks.back().state == TaskState::running) running(tasks.back(), read_owner(row));
  });
  if (filter.limit < 0) {
    const auto dropped = static_cast<std::uint64_t>(-filter.limit);
    tasks.resize(tasks.size() - std::min<std::uint64_t>(tasks.size(), dropped));
  }
  return tasks;
}

std::vector<TaskSummary> list_where(db::Connection& connection, const TaskFilter& filter,
                                    const RunningSink& running) {
  constexpr std::string_view k_slot = "1 /* expression */";
  std::string sql(db::sql_named(k_list_rows_sql, "list_where"));
  sql.replace(sql.find(k_slot), k_slot.size(), *filter.where + "\n");
  std::vector<TaskSummary> tasks;
  db::with_user_statement(connection, sql, [&](db::Statement& statement, db::UserGuard&) {
    bind_filter(statement, filter);
    tasks = read_all(statement, filter, running);
  });
  return tasks;
}

}  // namespace

std::vector<TaskSummary> select_tasks(db::Connection& connection, const TaskFilter& filter,
                                      const RunningSink& running) {
  if (filter.where) return list_where(connection, filter, running);
  db::Statement& statement = filter.tree_id ? connection.cached(db::sql_named(k_list_rows_sql, "list_tree"))
                                            : connection.cached(db::sql_named(k_list_rows_sql, "list_all"));
  bind_filter(statement, filter);
  return read_all(statement, filter, running);
}

std::optional<TaskSummary> select_task(db::Connection& connection, std::int64_t task_id,
                                       const RunningSink& running) {
  return db::get_maybe(connection.cached(db::sql_named(k_list_rows_sql, "find_one")).bind_all(task_id),
                       [&](const db::Statement& row) {
                         TaskSummary task = read_summary(row);
                         if (task.state == TaskState::running) running(task, read_owner(row));
                         return task;
                       });
}

namespace {

SqlValue read_value(const db::Statement& row, int column) {
  switch (row.column_type(column)) {
    case db::ColumnType::integer:
      return row.column_int64(column);
    case db::ColumnType::real:
      return row.column_double(column);
    case db::ColumnType::text:
      return std::string(row.column_text(column));
    case db::ColumnType::blob:
      return Blob{std::string(row.column_blob(column))};
    case db::ColumnType::null:
      break;
  }
  return std::monostate{};
}

}  // namespace

void run_user_query(db::Connection& connection, std::string_view sql, const RowSink& sink) {
  db::with_user_statement(connection, sql, [&](db::Statement& statement, db::UserGuard& guard) {
    std::vector<std::string> names;
    for (int column = 0; column < statement.column_count(); ++column) {
      names.emplace_back(statement.column_name(column));
    }
    if (sink.columns) guard.lifted([&] { sink.columns(names); });
    std::vector<SqlValue> row(names.size());
    while (statement.step()) {
      for (std::size_t column = 0; column < row.size(); ++column) {
        row[column] = read_value(statement, static_cast<int>(column));
      }
      if (sink.row && !guard.lifted([&] { return sink.row(row); })) break;
    }
  });
}

}  // namespace rlmdb::tasks
