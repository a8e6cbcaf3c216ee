// SPDX-License-Identifier: MIT
#include "tasks/list_rows.hpp"

#include <limits>
#include <utility>

#include "db/sql_text.hpp"
#include "db/user_query.hpp"
#include "list_rows.sql.hpp"
#include "records/cell_columns.hpp"
#include "records/task_rows.hpp"
#include "records/tokens.hpp"
#include "records/typed_ids.hpp"
#include "rlmdb/error.hpp"
#include "tasks/where_rules.hpp"

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
  task.tree_id = records::id_of<TreeId>(records::read_optional_text(row, 9));
  task.version = row.column_int64(20);
  task.attempts = row.column_int64(21);
  task.error = records::read_optional_text(row, 22);
  task.scheduled_for = records::read_optional_text(row, 23);
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

/// Of a span that is given: its first, and its last that is in it.
void bind_span(db::Statement& statement, int parameter, const TimeSpan& span) {
  using Limits = std::numeric_limits<std::int64_t>;
  if (span.is_all()) return;
  statement.bind_int64(parameter, span.begin_ms.value_or(Limits::min()));
  statement.bind_int64(parameter + 1, span.end_ms ? *span.end_ms - 1 : Limits::max());
}

void bind_filter(db::Statement& statement, const TaskFilter& filter, const std::optional<ListPlace>& after) {
  statement.bind_text(1, filter.state);
  statement.bind_text(2, filter.agent);
  // SQLite's -1 is "no limit"; a negative one of ours counts from an end that is not known yet.
  statement.bind_int64(3, filter.limit > 0 ? filter.limit : -1);
  if (filter.tree) statement.bind_text(4, filter.tree->text);
  statement.bind_int64(5, filter.offset);
  if (after) {
    statement.bind_int64(6, after->created_at_ms);
    statement.bind_int64(7, after->position);
  }
  bind_span(statement, 8, filter.created);
  bind_span(statement, 10, filter.started);
  bind_span(statement, 12, filter.ended);
}

std::string oldest_first(std::string_view newest_first) {
  constexpr std::string_view k_newest = "t.created_at_ms DESC, coalesce(t.position, t.id)";
  constexpr std::string_view k_behind = "< (?6, -?7)";
  std::string sql(newest_first);
  sql.replace(sql.find(k_newest), k_newest.size(), "t.created_at_ms, coalesce(t.position, t.id) DESC");
  return sql.replace(sql.find(k_behind), k_behind.size(), "> (?6, -?7)");
}

/// Asks for a time of creation only where one is given: an index is of no use to a condition behind an OR.
std::string with_created(std::string sql) {
  return sql.insert(sql.find("\nORDER BY"), "\n  AND t.created_at_ms BETWEEN ?8 AND ?9");
}

/// As Connection::cached wants it.
std::string_view sql_of(const TaskFilter& filter) {
  static const std::string_view k_all = db::sql_named(k_list_rows_sql, "list_all");
  static const std::string_view k_tree = db::sql_named(k_list_rows_sql, "list_tree");
  if (filter.order == TaskOrder::newest) return filter.tree ? k_tree : k_all;
  static const std::string k_oldest_of_all = oldest_first(k_all);
  static const std::string k_oldest_of_tree = oldest_first(k_tree);
  return filter.tree ? k_oldest_of_tree : k_oldest_of_all;
}

/// What an expression may name: first what lists show.
std::string names_for(db::Connection& connection) {
  std::string names =
      "names that are shown: " + std::string(k_names_shown) + "; columns of tasks and tree_nodes:";
  std::string_view comma = " ";
  db::for_each_row(
      connection.cached(db::sql_named(k_list_rows_sql, "select_where_names")),
      [&](const db::Statement& row) { names.append(std::exchange(comma, ", ")).append(row.column_text(0)); });
  return names;
}

template <class Use>
void read_where(db::Connection& connection, const TaskFilter& filter, const std::optional<ListPlace>& after,
                Use use) {
  constexpr std::string_view k_slot = "1 /* expression */";
  const std::string_view newest = db::sql_named(k_list_rows_sql, "list_where");
  std::string sql = filter.order == TaskOrder::newest ? std::string(newest) : oldest_first(newest);
  if (!filter.created.is_all()) sql = with_created(std::move(sql));
  const std::string where = with_shown_ids(*filter.where, "coalesce(t.legacy_id, n.node_id)");
  sql.replace(sql.find(k_slot), k_slot.size(), where + "\n");
  try {
    db::with_user_statement(connection, sql, [&](db::Statement& statement, db::UserGuard&) {
      bind_filter(statement, filter, after);
      db::for_each_row(statement, use);
    });
  } catch (const Error& error) {
    if (std::string_view(error.what()).find("no such column") == std::string_view::npos) throw;
    throw Error(error.code(), error.what(), error.where(), names_for(connection));
  }
}

/// All that `filter` asks for, as `read` makes it of a row.
template <class Read>
auto read_all(db::Connection& connection, const TaskFilter& filter, const std::optional<ListPlace>& after,
              Read read) {
  std::vector<std::invoke_result_t<Read, const db::Statement&>> found;
  const auto use = [&](const db::Statement& row) { found.push_back(read(row)); };
  if (filter.where) {
    read_where(connection, filter, after, use);
  } else if (!filter.created.is_all()) {
    db::Statement statement(connection, with_created(std::string(sql_of(filter))));
    bind_filter(statement, filter, after);
    db::for_each_row(statement, use);
  } else {
    db::Statement& statement = connection.cached(sql_of(filter));
    bind_filter(statement, filter, after);
    db::for_each_row(statement, use);
  }
  if (filter.limit < 0) {
    const auto dropped = static_cast<std::uint64_t>(-filter.limit);
    found.resize(found.size() - std::min<std::uint64_t>(found.size(), dropped));
  }
  return found;
}

}  // namespace

std::vector<TaskSummary> select_tasks(db::Connection& connection, const TaskFilter& filter,
                                      const RunningSink& running, const std::optional<ListPlace>& after) {
  return read_all(connection, filter, after, [&](const db::Statement& row) {
    TaskSummary task = read_summary(row);
    if (task.state == TaskState::running) running(task, read_owner(row));
    return task;
  });
}

ListPlace get_place(db::Connection& connection, std::int64_t task_id) {
  const auto place =
      db::get_maybe(connection.cached(db::sql_named(k_list_rows_sql, "select_place")).bind_all(task_id),
                    [](const db::Statement& row) {
                      return ListPlace{row.column_int64(0), row.column_int64(1)};
                    });
  return place.value();
}

std::vector<TaskId> select_ids(db::Connection& connection, const TaskFilter& filter) {
  return read_all(connection, filter, {},
                  [](const db::Statement& row) { return TaskId{std::string(row.column_text(0))}; });
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

struct ValueBinder {
  db::Statement& statement;
  int place;
  void operator()(std::monostate) const { statement.bind_null(place); }
  void operator()(std::int64_t number) const { statement.bind_int64(place, number); }
  void operator()(double number) const { statement.bind_double(place, number); }
  void operator()(const std::string& text) const { statement.bind_text(place, text); }
  void operator()(const Blob& blob) const { statement.bind_blob(place, blob.bytes); }
};

/// Of ":id", or of "id" with whichever sign it has in the SQL. 0: it has none of that name.
int place_of_parameter(const db::Statement& statement, const std::string& name) {
  int place = statement.parameter_named(name);
  if (place > 0) return place;
  for (const char sign : {':', '@', '$'}) {
    const int with_sign = statement.parameter_named(sign + name);
    if (with_sign == 0) continue;
    if (place != 0)
      throw Error(ErrorCode::usage, "the SQL has several parameters " + name, name, "name it with its sign");
    place = with_sign;
  }
  return place;
}

void bind_parameters(db::Statement& statement, std::span<const SqlParameter> parameters) {
  std::vector<bool> is_bound(static_cast<std::size_t>(statement.parameter_count()));
  int place = 0;
  for (const SqlParameter& parameter : parameters) {
    place = parameter.name.empty() ? place + 1 : place_of_parameter(statement, parameter.name);
    if (place < 1 || place > statement.parameter_count())
      throw Error(ErrorCode::usage,
                  parameter.name.empty() ? "the SQL has fewer parameters than values were given"
                                         : "the SQL has no parameter " + parameter.name,
                  parameter.name,
                  "a name stands as in the SQL, \":id\", \"@id\", \"$id\" or \"?3\", or is \"id\"");
    std::visit(ValueBinder{statement, place}, parameter.value);
    is_bound[static_cast<std::size_t>(place) - 1] = true;
  }
  const auto missing = std::find(is_bound.begin(), is_bound.end(), false);
  if (missing == is_bound.end()) return;
  const int unbound = static_cast<int>(missing - is_bound.begin()) + 1;
  throw Error(ErrorCode::usage,
              "no value was given for parameter " + statement.parameter_name(unbound) + " of the SQL",
              "parameters", "NULL is a value, too: std::monostate");
}

}  // namespace

void run_user_query(db::Connection& connection, std::string_view sql,
                    std::span<const SqlParameter> parameters, const RowSink& sink) {
  db::with_user_statement(connection, sql, [&](db::Statement& statement, db::UserGuard& guard) {
    bind_parameters(statement, parameters);
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
