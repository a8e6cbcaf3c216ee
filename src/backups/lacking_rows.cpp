// SPDX-License-Identifier: MIT
#include "backups/lacking_rows.hpp"

#include "db/sql_text.hpp"
#include "db/transaction.hpp"
#include "lacking_rows.sql.hpp"

namespace rlmdb::backups {

namespace {

bool same_row(const db::Statement& left, const db::Statement& right) {
  for (int column = 0; column < left.column_count(); ++column)
    if (left.column_text(column) != right.column_text(column)) return false;
  return true;
}

/// Calls `lacks(row)` for each row of `whole` that `other` does not have; both by ascending key.
template <class Lacks>
void walk_both(db::Statement& whole, db::Statement& other, Lacks&& lacks) {
  bool more = other.step();
  db::for_each_row(whole, [&](const db::Statement& row) {
    const std::int64_t key = row.column_int64(0);
    while (more && other.column_int64(0) < key) more = other.step();
    if (!more || other.column_int64(0) != key || !same_row(row, other)) lacks(row);
  });
  other.reset();
}

}  // namespace

LackingRows find_lacking(db::Connection& whole, db::Connection& other) {
  const db::ReadTransaction snapshot(whole);
  const db::ReadTransaction other_snapshot(other);
  LackingRows lacking;
  const auto tasks = db::sql_named(k_lacking_rows_sql, "select_all_task_keys");
  walk_both(whole.cached(tasks), other.cached(tasks), [&](const db::Statement&) { ++lacking.tasks; });
  const auto events = db::sql_named(k_lacking_rows_sql, "select_all_event_marks");
  walk_both(whole.cached(events), other.cached(events), [&](const db::Statement& row) {
    ++lacking.events;
    lacking.newest_event_at = std::string(row.column_text(1));
  });
  return lacking;
}

}  // namespace rlmdb::backups
