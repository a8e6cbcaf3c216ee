// SPDX-License-Identifier: MIT
#include "tasks/list_rows.hpp"

#include <limits>
#include <mutex>
#include <set>
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

/// In the place of a time of creation that is unknown: before all that are known.
constexpr std::int64_t k_undated = -std::numeric_limits<std::int64_t>::max();

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

void replace_one(std::string& sql, std::string_view from, std::string_view to) {
  sql.replace(sql.find(from), from.size(), to);
}

/// What is asked of each task alone, so that an index answers it: a condition that may be none goes by no index, and that of
/// one state is for a state that is known when the statement is prepared.
std::string conditions(const TaskFilter& filter, Behind behind) {
  std::string sql;
  if (filter.tree) sql += "\n  AND n.tree_id = ?4";
  if (!filter.created.is_all()) sql += "\n  AND t.created_at_ms BETWEEN ?8 AND ?9";
  if (filter.state && (*filter.state == "unknown" || records::find_task_state(*filter.state))) {
    sql += "\n  AND t.state = '" + *filter.state + "'";
  } else if (filter.state) {
    sql +=
        "\n  AND t.state = 'unknown' AND CASE WHEN json_valid(t.residue)"
        " THEN json_extract(t.residue, '$.task.state') END = ?1";
  }
  if (behind == Behind::nothing) return sql;
  const std::string_view sign = filter.order == TaskOrder::newest ? "<" : ">";
  sql += "\n  AND (coalesce(t.created_at_ms, -9223372036854775807), -coalesce(t.position, t.id)) ";
  sql.append(sign).append(" (?6, -?7)");
  if (behind == Behind::dated) sql.append("\n  AND t.created_at_ms ").append(sign).append("= ?6");
  return sql;
}

/// One copy of each text for as long as the process lives, as Connection::cached wants it. There are some dozens.
std::string_view kept(std::string sql) {
  static std::mutex mutex;
  static std::set<std::string> texts;
  const std::lock_guard lock(mutex);
  return *texts.insert(std::move(sql)).first;
}

/// Whether all that stands behind a place has a time of creation: then the search begins at that time. What has none comes
/// last, newest first, which most stores have not at all.
Behind behind_of(db::Connection& connection, const TaskFilter& filter,
                 const std::optional<ListPlace>& after) {
  if (!after) return Behind::nothing;
  if (after->created_at_ms == k_undated) return Behind::undated;
  if (filter.order == TaskOrder::oldest) return Behind::dated;
  return db::get_int64(connection.cached(db::sql_named(k_list_rows_sql, "has_undated"))) != 0
             ? Behind::undated
             : Behind::dated;
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
  std::string sql = list_sql(filter, behind_of(connection, filter, after));
  const std::string where = with_shown_ids(*filter.where, "coalesce(t.legacy_id, n.node_id)");
  replace_one(sql, k_slot, where + "\n");
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
  } else {
    db::Statement& statement =
        connection.cached(kept(list_sql(filter, behind_of(connection, filter, after))));
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

std::string list_sql(const TaskFilter& filter, Behind behind) {
  std::string sql(filter.where ? db::sql_named(k_list_rows_sql, "list_where")
                               : db::sql_named(k_list_rows_sql, "list_all"));
  if (filter.tree) {
    // CROSS: by the tree, whatever else is asked for.
    replace_one(sql, "FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id\nWHERE",
                "FROM tree_nodes n CROSS JOIN tasks t ON t.id = n.task_id\nWHERE");
  }
  if (filter.order == TaskOrder::oldest) {
    replace_one(sql, "t.created_at_ms DESC, coalesce(t.position, t.id)",
                "t.created_at_ms, coalesce(t.position, t.id) DESC");
  }
  return sql.insert(sql.find("\nORDER BY"), conditions(filter, behind));
}

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
