// SPDX-License-Identifier: MIT
#include "events/event_rows.hpp"

#include <limits>

#include "db/meta_rows.hpp"
#include "db/sql_text.hpp"
#include "event_rows.sql.hpp"
#include "records/cell_columns.hpp"
#include "records/content_rows.hpp"
#include "records/task_rows.hpp"
#include "records/typed_ids.hpp"

namespace rlmdb::events {

namespace {

/// Longer values are kept apart: one change of many tasks to the same large value, or back and forth, costs
/// it once.
constexpr std::size_t k_large_value_bytes = 1024;

constexpr std::int64_t k_all_events = std::numeric_limits<std::int64_t>::max();

Event read_event(const db::Statement& row) {
  Event event;
  event.seq = row.column_int64(0);
  event.at = row.column_text(1);
  event.by = row.column_text(2);
  event.kind = row.column_text(3);
  event.task = records::id_or_none<TaskId>(std::string(row.column_text(4)));
  event.owner_key = row.column_int64(5);
  event.tree_id = records::id_or_none<TreeId>(std::string(row.column_text(6)));
  event.old_state = row.column_text(7);
  event.new_state = row.column_text(8);
  event.token = row.column_optional_int64(9);
  event.reason = row.column_text(10);
  event.node_id = row.column_text(11);
  return event;
}

}  // namespace

std::int64_t EventRows::insert(const NewEvent& event) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_event_rows_sql, "insert_event"));
  statement.bind_all(event.at, m_connection.owner(), to_text(event.kind));
  records::bind_id_or_null(statement, 4, event.task_id);
  records::bind_text_or_null(statement, 5, event.tree_id);
  records::bind_id_or_null(statement, 6, event.import_id);
  records::bind_text_or_null(statement, 7, event.old_state);
  records::bind_text_or_null(statement, 8, event.new_state);
  records::bind_id_or_null(statement, 9, event.token);
  records::bind_text_or_null(statement, 10, event.reason);
  records::bind_id_or_null(statement, 11, event.prev_seq);
  records::bind_id_or_null(statement, 12, event.state_id);
  records::bind_id_or_null(statement, 13, event.loop_id);
  records::bind_text_or_null(statement, 14, event.node_id);
  records::bind_id_or_null(statement, 15, event.seq);
  statement.run();
  const std::int64_t seq = m_connection.last_insert_rowid();
  // Behind the largest number SQLite takes any that is free, and the order of events would be lost.
  db::require_numbers_left(seq, "the last events.seq");
  return seq;
}

std::int64_t EventRows::next_seq() {
  return db::get_int64(m_connection.cached(db::sql_named(k_event_rows_sql, "select_next_seq")));
}

void EventRows::insert_change(std::int64_t event_seq, std::int64_t owner_id, std::string_view member,
                              std::optional<std::string_view> old_json) {
  if (!old_json || old_json->size() <= k_large_value_bytes) {
    m_connection.cached(db::sql_named(k_event_rows_sql, "insert_change"))
        .bind_all(event_seq, owner_id, member, nullptr, old_json)
        .run();
    return;
  }
  const std::string sha256 = records::ContentRows(m_connection).keep_by_sha256(*old_json);
  m_connection.cached(db::sql_named(k_event_rows_sql, "insert_change"))
      .bind_all(event_seq, owner_id, member, "content", sha256)
      .run();
}

void EventRows::insert_growth(std::int64_t event_seq, std::int64_t owner_id, std::string_view member,
                              std::int64_t old_bytes) {
  const std::string length = std::to_string(old_bytes);
  m_connection.cached(db::sql_named(k_event_rows_sql, "insert_change"))
      .bind_all(event_seq, owner_id, member, "length", length)
      .run();
}

std::optional<std::string> EventRows::last_text(std::int64_t task_id, std::string_view member) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_event_rows_sql, "select_last_text"));
  return db::get_maybe(statement.bind_all(task_id, member),
                       [](const db::Statement& row) { return std::string(row.column_text(0)); });
}

std::optional<std::string> EventRows::last_change_time() {
  return db::get_maybe(m_connection.cached(db::sql_named(k_event_rows_sql, "select_last_change_time")),
                       [](const db::Statement& row) { return std::string(row.column_text(0)); });
}

std::vector<Event> EventRows::select(const EventFilter& filter, std::int64_t most) {
  db::Statement& statement =
      filter.task   ? m_connection.cached(db::sql_named(k_event_rows_sql, "select_events_of_task"))
      : filter.tree ? m_connection.cached(db::sql_named(k_event_rows_sql, "select_events_of_tree"))
                    : m_connection.cached(db::sql_named(k_event_rows_sql, "select_events"));
  const auto kind = filter.kind ? std::optional(to_text(*filter.kind)) : std::nullopt;
  statement.bind_all(filter.since, kind, most);
  statement.bind_int64(6, filter.until.value_or(k_all_events));
  statement.bind_text(7, filter.actor);
  if (filter.task) {
    statement.bind_int64(4, records::TaskRows(m_connection).find_id(filter.task->text).value_or(0));
    if (filter.tree) statement.bind_text(5, filter.tree->text);
  } else if (filter.tree) {
    statement.bind_text(4, filter.tree->text);
  }
  std::vector<Event> events;
  db::for_each_row(statement, [&](const db::Statement& row) { events.push_back(read_event(row)); });
  return events;
}

std::vector<Event> EventRows::of_state(std::int64_t state_key) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_event_rows_sql, "select_events_of_state"));
  std::vector<Event> events;
  db::for_each_row(statement.bind_all(state_key),
                   [&](const db::Statement& row) { events.push_back(read_event(row)); });
  for (Event& event : events) read_changes(event, state_key);
  return events;
}

std::vector<Event> EventRows::of_task(std::int64_t task_key) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_event_rows_sql, "select_events_of_task"));
  statement.bind_all(0, nullptr, k_all_events, task_key, nullptr, k_all_events);
  std::vector<Event> events;
  db::for_each_row(statement, [&](const db::Statement& row) { events.push_back(read_event(row)); });
  for (Event& event : events) read_changes(event, task_key);
  return events;
}

std::vector<std::string> EventRows::tasks_with_variable_history(std::string_view tree_id) {
  db::Statement& statement =
      m_connection.cached(db::sql_named(k_event_rows_sql, "select_tasks_with_variable_history"));
  statement.bind_all(tree_id);
  std::vector<std::string> names;
  db::for_each_row(statement, [&](const db::Statement& row) { names.emplace_back(row.column_text(0)); });
  return names;
}

std::vector<Event> EventRows::of_imports() {
  std::vector<Event> events;
  db::for_each_row(m_connection.cached(db::sql_named(k_event_rows_sql, "select_import_events")),
                   [&](const db::Statement& row) { events.push_back(read_event(row)); });
  return events;
}

std::int64_t EventRows::first_import(std::int64_t task_key) {
  return db::get_int64(
      m_connection.cached(db::sql_named(k_event_rows_sql, "select_first_import")).bind_all(task_key));
}

std::int64_t EventRows::oldest() {
  return db::get_int64(m_connection.cached(db::sql_named(k_event_rows_sql, "select_oldest")));
}

std::int64_t EventRows::newest_by(std::string_view time) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_event_rows_sql, "select_newest_by"));
  return db::get_maybe(statement.bind_all(time), [](const db::Statement& row) { return row.column_int64(0); })
      .value_or(0);
}

void EventRows::read_changes(Event& event, std::int64_t task_key) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_event_rows_sql, "select_changes"));
  statement.bind_int64(1, event.seq);
  records::bind_id_or_null(statement, 2, task_key);
  db::for_each_row(statement, [&](const db::Statement& row) {
    MemberChange& change = event.changes.emplace_back();
    change.member = row.column_text(0);
    if (row.column_text(1) == "length") {
      change.old_bytes = row.column_int64(2);
    } else if (row.column_text(1) == "content") {
      change.old_json = records::read_content(row, 3);
    } else if (!row.column_is_null(2)) {
      change.old_json = row.column_text(2);
    }
  });
}

bool EventRows::has_changed(std::string_view tree_id, std::int64_t import_id) {
  return db::get_int64(m_connection.cached(db::sql_named(k_event_rows_sql, "has_changed_since_import"))
                           .bind_all(tree_id, import_id)) != 0;
}

std::optional<std::string> EventRows::newest_time() {
  return db::get_maybe(m_connection.cached(db::sql_named(k_event_rows_sql, "select_newest_time")),
                       [](const db::Statement& row) { return std::string(row.column_text(0)); });
}

std::optional<std::string> EventRows::newest_time_before(std::string_view time) {
  db::Statement& statement =
      m_connection.cached(db::sql_named(k_event_rows_sql, "select_newest_time_before"));
  return db::get_maybe(statement.bind_all(time),
                       [](const db::Statement& row) { return std::string(row.column_text(0)); });
}

std::int64_t EventRows::first_since(std::string_view time) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_event_rows_sql, "select_first_since"));
  const auto first =
      db::get_maybe(statement.bind_all(time), [](const db::Statement& row) { return row.column_int64(0); });
  return first ? *first : newest();
}

std::int64_t EventRows::newest() {
  return db::get_int64(m_connection.cached(db::sql_named(k_event_rows_sql, "select_newest")));
}

std::int64_t EventRows::count_before(std::int64_t seq) {
  return db::get_int64(
      m_connection.cached(db::sql_named(k_event_rows_sql, "count_events_before")).bind_all(seq));
}

std::int64_t EventRows::remove_before(std::int64_t seq, std::int64_t most) {
  m_connection.cached(db::sql_named(k_event_rows_sql, "delete_changes_before")).bind_all(seq, most).run();
  m_connection.cached(db::sql_named(k_event_rows_sql, "delete_events_before")).bind_all(seq, most).run();
  return m_connection.changes();
}

void EventRows::move(const std::vector<TaskMove>& moves) {
  std::string pairs;
  for (const TaskMove& move : moves) {
    pairs += pairs.empty() ? "[[" : ",[";
    pairs += std::to_string(move.from_id) + ',' + std::to_string(move.to_id) + ']';
  }
  pairs += pairs.empty() ? "[]" : "]";
  m_connection.cached(db::sql_named(k_event_rows_sql, "move_events")).bind_all(pairs).run();
  m_connection.cached(db::sql_named(k_event_rows_sql, "move_changes")).bind_all(pairs).run();
}

void EventRows::blank(std::string_view owners_json, std::string_view trees_json) {
  m_connection.cached(db::sql_named(k_event_rows_sql, "delete_changes_of"))
      .bind_all(owners_json, trees_json)
      .run();
  m_connection.cached(db::sql_named(k_event_rows_sql, "blank_events"))
      .bind_all(owners_json, trees_json, to_text(EventKind::event_purged))
      .run();
}

}  // namespace rlmdb::events
