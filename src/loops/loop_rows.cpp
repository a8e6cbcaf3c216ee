// SPDX-License-Identifier: MIT
#include "loops/loop_rows.hpp"

#include <array>

#include "db/sql_text.hpp"
#include "loop_rows.sql.hpp"
#include "records/cell_columns.hpp"

namespace rlmdb::loops {

namespace {

LoopHead read_head(const db::Statement& row) {
  LoopHead head;
  head.id = row.column_int64(0);
  head.place = row.column_text(1);
  head.family = row.column_text(2);
  head.loop_id = row.column_text(3);
  head.is_archived = row.column_int64(4) != 0;
  head.source_path = records::read_optional_text(row, 5);
  head.import_id = row.column_optional_int64(6);
  head.version = row.column_int64(7);
  head.source_version = row.column_optional_int64(8);
  head.last_event_seq = row.column_optional_int64(9);
  head.outline = row.column_text(10);
  return head;
}

/// The statements of one list.
struct ListStatements {
  std::string_view select;
  std::string_view count;
  std::string_view clear;
  std::string_view put;
};

/// By LoopList.
constexpr std::array<ListStatements, k_members_of<LoopList>.size()> k_list_statements = {{
    {db::sql_named(k_loop_rows_sql, "select_iteration_history"),
     db::sql_named(k_loop_rows_sql, "count_iteration_history"),
     db::sql_named(k_loop_rows_sql, "delete_iteration_history"),
     db::sql_named(k_loop_rows_sql, "put_iteration_history")},
    {db::sql_named(k_loop_rows_sql, "select_iterations"), db::sql_named(k_loop_rows_sql, "count_iterations"),
     db::sql_named(k_loop_rows_sql, "delete_iterations"), db::sql_named(k_loop_rows_sql, "put_iterations")},
    {db::sql_named(k_loop_rows_sql, "select_regression_events"),
     db::sql_named(k_loop_rows_sql, "count_regression_events"),
     db::sql_named(k_loop_rows_sql, "delete_regression_events"),
     db::sql_named(k_loop_rows_sql, "put_regression_events")},
    {db::sql_named(k_loop_rows_sql, "select_reinforcement_history"),
     db::sql_named(k_loop_rows_sql, "count_reinforcement_history"),
     db::sql_named(k_loop_rows_sql, "delete_reinforcement_history"),
     db::sql_named(k_loop_rows_sql, "put_reinforcement_history")},
    {db::sql_named(k_loop_rows_sql, "select_recovery_history"),
     db::sql_named(k_loop_rows_sql, "count_recovery_history"),
     db::sql_named(k_loop_rows_sql, "delete_recovery_history"),
     db::sql_named(k_loop_rows_sql, "put_recovery_history")},
    {db::sql_named(k_loop_rows_sql, "select_detected_patterns"),
     db::sql_named(k_loop_rows_sql, "count_detected_patterns"),
     db::sql_named(k_loop_rows_sql, "delete_detected_patterns"),
     db::sql_named(k_loop_rows_sql, "put_detected_patterns")},
}};

constexpr const ListStatements& statements_of(LoopList list) {
  return k_list_statements.at(static_cast<std::size_t>(list));
}

std::vector<LoopHead> read_heads(db::Statement& statement) {
  std::vector<LoopHead> heads;
  db::for_each_row(statement, [&](const db::Statement& row) { heads.push_back(read_head(row)); });
  return heads;
}

}  // namespace

std::optional<LoopHead> LoopRows::find(std::int64_t id) {
  return db::get_maybe(m_connection.cached(db::sql_named(k_loop_rows_sql, "select_loop")).bind_all(id),
                       read_head);
}

std::optional<LoopHead> LoopRows::find_by_place(std::string_view place) {
  return db::get_maybe(m_connection.cached(db::sql_named(k_loop_rows_sql, "select_loop_at")).bind_all(place),
                       read_head);
}

std::optional<LoopHead> LoopRows::find_by_source(std::string_view source_path) {
  return db::get_maybe(
      m_connection.cached(db::sql_named(k_loop_rows_sql, "select_loop_by_source")).bind_all(source_path),
      read_head);
}

std::vector<LoopHead> LoopRows::find_by_loop(std::string_view loop_id) {
  return read_heads(
      m_connection.cached(db::sql_named(k_loop_rows_sql, "select_loops_named")).bind_all(loop_id));
}

std::vector<LoopHead> LoopRows::all() {
  return read_heads(m_connection.cached(db::sql_named(k_loop_rows_sql, "select_all_loops")));
}

std::int64_t LoopRows::count_active() {
  return db::get_int64(m_connection.cached(db::sql_named(k_loop_rows_sql, "count_active_loops")));
}

void LoopRows::insert(const LoopHead& head) {
  m_connection.cached(db::sql_named(k_loop_rows_sql, "insert_loop"))
      .bind_all(head.id, head.place, head.family, head.loop_id, head.is_archived, head.source_path,
                head.import_id, head.version, head.source_version, head.last_event_seq, head.outline)
      .run();
}

void LoopRows::update(const LoopHead& head) {
  m_connection.cached(db::sql_named(k_loop_rows_sql, "update_loop"))
      .bind_all(head.id, head.family, head.loop_id, head.is_archived, head.source_path, head.import_id,
                head.version, head.source_version, head.last_event_seq, head.outline)
      .run();
}

void LoopRows::remove(std::int64_t id) {
  for (const LoopList list : k_members_of<LoopList>) clear(id, list);
  m_connection.cached(db::sql_named(k_loop_rows_sql, "delete_loop")).bind_all(id).run();
}

std::vector<std::string> LoopRows::entries(std::int64_t id, LoopList list) {
  std::vector<std::string> entries;
  db::for_each_row(m_connection.cached(statements_of(list).select).bind_all(id),
                   [&](const db::Statement& row) { entries.emplace_back(row.column_text(0)); });
  return entries;
}

std::int64_t LoopRows::count(std::int64_t id, LoopList list) {
  return db::get_int64(m_connection.cached(statements_of(list).count).bind_all(id));
}

void LoopRows::append(std::int64_t id, LoopList list, std::string_view json) {
  put(id, list, count(id, list), json);
}

void LoopRows::put(std::int64_t id, LoopList list, std::int64_t position, std::string_view json) {
  m_connection.cached(statements_of(list).put).bind_all(id, position, json).run();
}

void LoopRows::clear(std::int64_t id, LoopList list) {
  m_connection.cached(statements_of(list).clear).bind_all(id).run();
}

void LoopRows::replace(std::int64_t id, LoopList list, const std::vector<std::string>& entries) {
  clear(id, list);
  std::int64_t position = 0;
  for (const std::string& entry : entries) put(id, list, position++, entry);
}

}  // namespace rlmdb::loops
