// SPDX-License-Identifier: MIT
#include "store/event_rows.hpp"

#include "db/sql_text.hpp"
#include "event_rows.sql.hpp"
#include "store/cell_columns.hpp"

namespace rlmdb::store {

std::int64_t EventRows::insert(const Event& event) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_event_rows_sql, "insert_event"));
  statement.bind_all(event.at, event.actor, event.kind);
  bind_id_or_null(statement, 4, event.task_id);
  bind_text_or_null(statement, 5, event.tree_id);
  bind_id_or_null(statement, 6, event.import_id);
  bind_text_or_null(statement, 7, event.old_state);
  bind_text_or_null(statement, 8, event.new_state);
  statement.bind_null(9);
  statement.run();
  return m_connection.last_insert_rowid();
}

void EventRows::insert_change(std::int64_t event_seq, std::int64_t task_id, std::string_view member,
                              std::optional<std::string_view> old_value) {
  m_connection.cached(db::sql_named(k_event_rows_sql, "insert_change"))
      .bind_all(event_seq, task_id, member, old_value)
      .run();
}

std::optional<std::string> EventRows::last_change_time() {
  return db::get_maybe(m_connection.cached(db::sql_named(k_event_rows_sql, "select_last_change_time")),
                       [](const db::Statement& row) { return std::string(row.column_text(0)); });
}

}  // namespace rlmdb::store
