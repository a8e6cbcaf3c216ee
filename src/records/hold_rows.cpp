// SPDX-License-Identifier: MIT
#include "records/hold_rows.hpp"

#include "db/sql_text.hpp"
#include "hold_rows.sql.hpp"

namespace rlmdb::records {

namespace {

StoredHold read_hold(const db::Statement& row) {
  return {row.column_int64(7), read_claim(row, 0).value_or(StoredClaim{})};
}

}  // namespace

std::vector<StoredHold> HoldRows::all() {
  std::vector<StoredHold> holds;
  db::for_each_row(m_connection.cached(db::sql_named(k_hold_rows_sql, "select_holds")),
                   [&](const db::Statement& row) { holds.push_back(read_hold(row)); });
  return holds;
}

std::optional<StoredHold> HoldRows::find(std::string_view owner) {
  return db::get_maybe(
      m_connection.cached(db::sql_named(k_hold_rows_sql, "select_hold_of_owner")).bind_all(owner), read_hold);
}

std::optional<StoredHold> HoldRows::of_task(std::int64_t task_id) {
  return db::get_maybe(
      m_connection.cached(db::sql_named(k_hold_rows_sql, "select_hold_of_task")).bind_all(task_id),
      read_hold);
}

std::int64_t HoldRows::count(std::int64_t hold_id) {
  return db::get_int64(
      m_connection.cached(db::sql_named(k_hold_rows_sql, "count_held_tasks")).bind_all(hold_id));
}

void HoldRows::put(const Claimant& by, std::string_view lease_expires_at) {
  m_connection.cached(db::sql_named(k_hold_rows_sql, "put_hold"))
      .bind_all(by.owner, by.host, by.boot_id, by.pid, by.start_ticks, by.pid_namespace, lease_expires_at)
      .run();
}

void HoldRows::remove(std::int64_t hold_id) {
  m_connection.cached(db::sql_named(k_hold_rows_sql, "delete_hold")).bind_all(hold_id).run();
}

void HoldRows::put_task(std::int64_t task_id, std::int64_t hold_id) {
  m_connection.cached(db::sql_named(k_hold_rows_sql, "put_held_task")).bind_all(task_id, hold_id).run();
}

void HoldRows::remove_task(std::int64_t task_id) {
  m_connection.cached(db::sql_named(k_hold_rows_sql, "delete_held_task")).bind_all(task_id).run();
}

}  // namespace rlmdb::records
