// SPDX-License-Identifier: MIT
#include "records/task_head.hpp"

#include "db/sql_text.hpp"
#include "records/cell_columns.hpp"
#include "records/output_rows.hpp"
#include "records/task_lookup.hpp"
#include "rlmdb/error.hpp"
#include "task_rows.sql.hpp"

namespace rlmdb::records {

namespace {

/// Longer output stands in chunks once a task has changed.
constexpr std::int64_t k_largest_output_in_row_bytes = 4096;

TaskHead read_task_head(const db::Statement& row) {
  TaskHead head;
  head.id = row.column_int64(0);
  head.legacy_id = row.column_text(1);
  head.state = read_optional_text(row, 2);
  head.version = row.column_int64(3);
  head.pid = row.column_optional_int64(4);
  head.started_at = read_optional_text(row, 5);
  head.completed_at = read_optional_text(row, 6);
  head.token = row.column_optional_int64(7);
  head.attempts = row.column_int64(8);
  head.lease_expires_at = read_optional_text(row, 9);
  if (auto time = read_optional_text(row, 10))
    head.not_before = NotBefore{*std::move(time), row.column_int64(19) != 0};
  head.resume_checkpoint_id = read_optional_text(row, 11);
  head.tree_id = row.column_text(12);
  head.last_event_seq = row.column_int64(13);
  head.has_result = row.column_int64(14) != 0;
  head.has_error = row.column_int64(15) != 0;
  head.row_output_bytes = row.column_optional_int64(18);
  head.is_in_columns = row.column_int64(17) != 0;
  head.is_plain = head.is_in_columns && row.column_int64(16) != 0;
  return head;
}

std::string_view column_of(EndMember member) {
  if (member == EndMember::result) return "result";
  return member == EndMember::error ? "error" : "";
}

/// Paths in residue of what the change sets; a path that is named twice does no harm.
std::string_view residue_path(EndMember member) {
  if (member == EndMember::result) return "$.task.result";
  return member == EndMember::error ? "$.task.error" : "$.task.state";
}

std::string_view time_path(const TaskHead& before, const NewState& next) {
  const auto same = [](const std::optional<std::string>& a, const std::optional<std::string_view>& b) {
    return a.has_value() == b.has_value() && (!a || *a == *b);
  };
  if (!same(before.started_at, next.started_at)) return "$.task.startedAt";
  return same(before.completed_at, next.completed_at) ? "$.task.state" : "$.task.completedAt";
}

}  // namespace

std::optional<TaskHead> TaskHeads::find(std::string_view id, std::optional<std::int64_t> token) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_task_rows_sql, "select_task_head"));
  statement.bind_text(1, id);
  if (auto head = db::get_maybe(statement, read_task_head)) return head;
  const auto key = find_task(m_connection, id, token);
  return key ? std::optional(get(*key)) : std::nullopt;
}

std::optional<TaskHead> TaskHeads::find_member(std::string_view member, std::string_view tree_id) {
  const auto key = find_task_of_tree(m_connection, member, tree_id);
  return key ? std::optional(get(*key)) : std::nullopt;
}

TaskHead TaskHeads::get(std::int64_t id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_task_rows_sql, "select_task_head"));
  statement.bind_int64(2, id);
  std::optional<TaskHead> head = db::get_maybe(statement, read_task_head);
  if (!head)
    throw Error(ErrorCode::internal, "a task went away inside a transaction", "tasks:" + std::to_string(id));
  return *std::move(head);
}

std::optional<StoredClaim> TaskHeads::claim(std::int64_t id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_task_rows_sql, "select_claim"));
  std::optional<StoredClaim> claim;
  db::for_each_row(statement.bind_all(id), [&](const db::Statement& row) { claim = read_claim(row, 0); });
  return claim;
}

void TaskHeads::update(const TaskHead& before, const NewState& next, std::int64_t event_seq) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_task_rows_sql, "update_task_state"));
  statement.bind_all(before.id, next.state, next.started_at, next.completed_at, next.pid, next.attempts,
                     next.not_before ? std::optional<std::string_view>(next.not_before->time) : std::nullopt,
                     next.lease_expires_at, next.owner.pid, next.owner.start_ticks, next.owner.boot_id,
                     next.owner.pid_namespace, next.token, column_of(next.end));
  if (next.not_before && next.not_before->is_scheduled) statement.bind_int64(23, 1);
  statement.bind_text(20, next.owner.owner);
  statement.bind_text(21, next.owner.host);
  bind_cell(statement, 15, next.end_value);
  bind_cell(statement, 16, next.end_type);
  statement.bind_text(17, residue_path(next.end));
  statement.bind_text(18, time_path(before, next));
  statement.bind_text(22, next.completed_at ? "$.task.state" : "$.task.completedAt");
  statement.bind_int64(19, event_seq);
  statement.run();
}

EndValue TaskHeads::end_value(std::int64_t id, EndMember member) {
  const bool is_result = member == EndMember::result;
  db::Statement& statement = is_result
                                 ? m_connection.cached(db::sql_named(k_task_rows_sql, "select_task_result"))
                                 : m_connection.cached(db::sql_named(k_task_rows_sql, "select_task_error"));
  const auto value = db::get_maybe(statement.bind_all(id), [&](const db::Statement& row) {
    return EndValue{read_optional_text(row, 0), is_result && !row.column_is_null(1)};
  });
  return value.value_or(EndValue{});
}

void TaskHeads::touch(std::int64_t id, std::int64_t event_seq) {
  m_connection.cached(db::sql_named(k_task_rows_sql, "touch_task")).bind_all(id, event_seq).run();
}

void TaskHeads::extend_lease(std::int64_t id, std::string_view lease_expires_at, std::int64_t event_seq) {
  m_connection.cached(db::sql_named(k_task_rows_sql, "extend_lease"))
      .bind_all(id, lease_expires_at, event_seq)
      .run();
}

void TaskHeads::drop_claim(std::int64_t id) {
  m_connection.cached(db::sql_named(k_task_rows_sql, "drop_claim")).bind_all(id).run();
}

void TaskHeads::start_from_newest(std::int64_t id) {
  m_connection.cached(db::sql_named(k_task_rows_sql, "start_from_newest")).bind_all(id).run();
}

void TaskHeads::copy_settings(std::int64_t to, std::int64_t from) {
  m_connection.cached(db::sql_named(k_task_rows_sql, "copy_settings")).bind_all(to, from).run();
}

void TaskHeads::set_retry_policy(std::int64_t id, std::optional<std::int64_t> max_attempts,
                                 std::optional<std::int64_t> backoff_ms) {
  m_connection.cached(db::sql_named(k_task_rows_sql, "set_retry_policy"))
      .bind_all(id, max_attempts, backoff_ms)
      .run();
}

void TaskHeads::schedule(std::int64_t id, std::optional<std::string_view> not_before) {
  m_connection.cached(db::sql_named(k_task_rows_sql, "schedule")).bind_all(id, not_before).run();
}

void TaskHeads::block(std::int64_t id, std::int64_t blocker) {
  m_connection.cached(db::sql_named(k_task_rows_sql, "block")).bind_all(id, blocker).run();
}

void TaskHeads::block_siblings(std::int64_t id, std::int64_t most) {
  m_connection.cached(db::sql_named(k_task_rows_sql, "block_siblings")).bind_all(id, most).run();
}

void TaskHeads::block_for_unknown(std::int64_t id) {
  m_connection.cached(db::sql_named(k_task_rows_sql, "block_for_unknown")).bind_all(id).run();
}

bool TaskHeads::has_newcomers() {
  return db::get_int64(m_connection.cached(db::sql_named(k_task_rows_sql, "has_newcomers"))) != 0;
}

void TaskHeads::unblock_for_newcomers() {
  m_connection.cached(db::sql_named(k_task_rows_sql, "unblock_for_newcomers")).run();
}

void TaskHeads::unblock_all() {
  m_connection.cached(db::sql_named(k_task_rows_sql, "unblock_all")).run();
}

RetryPolicy TaskHeads::retry_policy(std::int64_t id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_task_rows_sql, "select_execution_settings"));
  return db::get_maybe(statement.bind_all(id),
                       [](const db::Statement& row) {
                         RetryPolicy policy{row.column_int64(0)};
                         policy.is_given = !row.column_is_null(1);
                         if (policy.is_given) policy.max_attempts = row.column_int64(1);
                         policy.backoff_ms = row.column_int64(2);
                         return policy;
                       })
      .value_or(RetryPolicy{});
}

std::optional<std::chrono::milliseconds> TaskHeads::timeout(std::int64_t id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_task_rows_sql, "select_execution_settings"));
  const auto timeout_ms =
      db::get_maybe(statement.bind_all(id), [](const db::Statement& row) { return row.column_int64(3); });
  // NULL reads as 0.
  return timeout_ms.value_or(0) < 1 ? std::nullopt : std::optional(std::chrono::milliseconds(*timeout_ms));
}

void TaskHeads::fold_output(std::int64_t id) {
  OutputRows outputs(m_connection);
  if (!outputs.has_chunks(id) || outputs.output_bytes(id) > k_largest_output_in_row_bytes) return;
  m_connection.cached(db::sql_named(k_task_rows_sql, "fold_output")).bind_all(id).run();
  outputs.remove_all(id);
}

void TaskHeads::keep_output_apart(const TaskHead& head) {
  const std::int64_t bytes = head.row_output_bytes.value_or(0);
  if (bytes <= k_largest_output_in_row_bytes) return;
  OutputRows outputs(m_connection);
  if (!outputs.has_chunks(head.id)) outputs.insert(head.id, bytes, unfold_output(head.id));
}

std::string TaskHeads::unfold_output(std::int64_t id) {
  std::string output =
      db::get_text(m_connection.cached(db::sql_named(k_task_rows_sql, "select_output")).bind_all(id));
  m_connection.cached(db::sql_named(k_task_rows_sql, "unfold_output")).bind_all(id).run();
  return output;
}

}  // namespace rlmdb::records
