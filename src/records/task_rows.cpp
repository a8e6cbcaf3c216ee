// SPDX-License-Identifier: MIT
#include "records/task_rows.hpp"

#include <algorithm>
#include <array>

#include "db/meta_rows.hpp"
#include "db/sql_text.hpp"
#include "records/cell_columns.hpp"
#include "records/task_lookup.hpp"
#include "records/tokens.hpp"
#include "rlmdb/error.hpp"
#include "task_rows.sql.hpp"

namespace rlmdb::records {

namespace {

constexpr std::string_view k_next_id = "next_task_key";

void bind_record(db::Statement& statement, const TaskRecord& record) {
  statement.bind_int64(1, record.id);
  int parameter = bind_cells(statement, 2, record.task);
  bind_id_or_null(statement, parameter++, record.layout.id);
  bind_id_or_null(statement, parameter++, record.metadata_layout.id);
  bind_text_or_null(statement, parameter++, record.residue);
  bind_text_or_null(statement, parameter++, record.verbatim);
  bind_blob_or_null(statement, parameter++, record.verbatim_digest);
  bind_id_or_null(statement, parameter++, record.import_id);
  bind_blob_or_null(statement, parameter++, record.source_digest);
  bind_id_or_null(statement, parameter++, record.source_version);
  statement.bind_int64(parameter++, record.version);
  bind_id_or_null(statement, parameter, record.event_seq);
}

void add_to(TaskStats& stats, std::string_view state, std::int64_t count) {
  stats.total += count;
  const std::optional<TaskState> known = find_task_state(state);
  if (!known) return;
  switch (*known) {
    case TaskState::queued:
      stats.queued += count;
      return;
    case TaskState::running:
      stats.running += count;
      return;
    case TaskState::completed:
      stats.completed += count;
      return;
    case TaskState::failed:
      stats.failed += count;
      return;
    case TaskState::cancelled:
      stats.cancelled += count;
      return;
    case TaskState::unknown:
      return;
  }
}

}  // namespace

db::Statement& TaskRows::insert_statement() {
  if (m_insert == nullptr) m_insert = &m_connection.cached(db::sql_named(k_task_rows_sql, "insert_task"));
  return *m_insert;
}

bool TaskRows::insert(const TaskRecord& record) {
  db::Statement& statement = insert_statement();
  bind_record(statement, record);
  statement.run();
  return m_connection.changes() == 1;
}

void TaskRows::update(const TaskRecord& record) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_task_rows_sql, "update_task"));
  bind_record(statement, record);
  statement.run();
}

void TaskRows::put_document_values(const TaskRecord& record) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_task_rows_sql, "update_document_values"));
  statement.bind_int64(1, record.id);
  constexpr std::array k_cells{task_prompt,       task_state,  task_created_at,  task_started_at,
                               task_completed_at, task_result, task_result_type, task_error};
  int parameter = 2;
  for (const auto cell : k_cells) bind_cell(statement, parameter++, record.task[cell]);
  bind_text_or_null(statement, parameter, record.residue);
  statement.run();
}

std::vector<std::int64_t> TaskRows::ids_with_document_values() {
  std::vector<std::int64_t> ids;
  db::for_each_row(m_connection.cached(db::sql_named(k_task_rows_sql, "select_ids_with_document_values")),
                   [&](const db::Statement& row) { ids.push_back(row.column_int64(0)); });
  return ids;
}

void TaskRows::update_source(std::int64_t id, std::int64_t import_id, std::string_view source_digest,
                             std::int64_t source_version) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_task_rows_sql, "update_task_source"));
  statement.bind_int64(1, id);
  statement.bind_int64(2, import_id);
  statement.bind_blob(3, source_digest);
  statement.bind_int64(4, source_version);
  statement.run();
}

void TaskRows::update_position(std::int64_t id, std::int64_t position) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_task_rows_sql, "update_task_position"));
  statement.bind_all(id, position).run();
}

void TaskRows::queue_again(std::int64_t id, std::string_view checkpoint_id, std::int64_t event_seq) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_task_rows_sql, "update_task_for_recovery"));
  statement.bind_int64(1, id);
  bind_text_or_null(statement, 2, checkpoint_id);
  statement.bind_int64(3, event_seq);
  statement.run();
}

void TaskRows::keep_last_event(std::int64_t from_id, std::int64_t to_id) {
  m_connection.cached(db::sql_named(k_task_rows_sql, "keep_last_event")).bind_all(from_id, to_id).run();
}

void TaskRows::remove(std::int64_t id) {
  m_connection.cached(db::sql_named(k_task_rows_sql, "delete_task")).bind_all(id).run();
}

std::optional<std::int64_t> TaskRows::find_id(std::string_view id) {
  return find_task(m_connection, id);
}

std::int64_t TaskRows::get_id(std::string_view id) {
  if (const auto key = find_id(id)) return *key;
  throw no_such_task(id);
}

bool TaskRows::is_id_taken(std::string_view id) {
  return db::get_int64(m_connection.cached(db::sql_named(k_task_rows_sql, "is_id_taken")).bind_all(id)) != 0;
}

bool TaskRows::is_id_of_document(std::string_view id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_task_rows_sql, "is_id_of_document"));
  return db::get_int64(statement.bind_all(id)) != 0;
}

std::optional<TaskKey> TaskRows::find_key(std::string_view legacy_id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_task_rows_sql, "select_task_key"));
  statement.bind_text(1, legacy_id);
  return db::get_maybe(statement, [](const db::Statement& row) {
    TaskKey key;
    key.id = row.column_int64(0);
    key.position = row.column_int64(1);
    key.version = row.column_int64(2);
    key.import_id = row.column_int64(3);
    const std::string_view digest = row.column_blob(4);
    key.has_source_digest = digest.size() == key.source_digest.size();
    if (key.has_source_digest) std::copy(digest.begin(), digest.end(), key.source_digest.begin());
    return key;
  });
}

std::int64_t TaskRows::position(std::int64_t id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_task_rows_sql, "select_task_position"));
  return db::get_int64(statement.bind_all(id));
}

std::int64_t TaskRows::next_id() {
  const std::int64_t last = last_id();
  db::require_numbers_left(last, "the last tasks.id");
  return std::max(db::MetaRows(m_connection).counter(k_next_id), last + 1);
}

void TaskRows::use_ids(std::int64_t next) {
  db::MetaRows(m_connection).raise_counter(k_next_id, next);
}

std::int64_t TaskRows::last_id() {
  return db::get_int64(m_connection.cached(db::sql_named(k_task_rows_sql, "select_last_id")));
}

bool TaskRows::is_made_here(std::int64_t id) {
  return db::get_int64(m_connection.cached(db::sql_named(k_task_rows_sql, "is_made_here")).bind_all(id)) != 0;
}

std::int64_t TaskRows::count_of_source(std::string_view source_path) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_task_rows_sql, "count_tasks_of_source"));
  statement.bind_text(1, source_path);
  return db::get_int64(statement);
}

TaskStats TaskRows::count_by_state() {
  TaskStats stats;
  db::for_each_row(m_connection.cached(db::sql_named(k_task_rows_sql, "count_tasks_by_state")),
                   [&](const db::Statement& row) { add_to(stats, row.column_text(0), row.column_int64(1)); });
  // The index leaves the completed ones out: they are the rest.
  const std::int64_t all = db::get_int64(m_connection.cached(db::sql_named(k_task_rows_sql, "count_tasks")));
  stats.completed = all - stats.total;
  stats.total = all;
  return stats;
}

}  // namespace rlmdb::records
