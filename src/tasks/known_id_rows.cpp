// SPDX-License-Identifier: MIT
#include <cstdint>

#include "db/sql_text.hpp"
#include "known_id_rows.sql.hpp"
#include "tasks/list_rows.hpp"

namespace rlmdb::tasks {

namespace {

db::Statement& statement_of(db::Connection& connection, IdOf of) {
  switch (of) {
    case IdOf::task:
      return connection.cached(db::sql_named(k_known_id_rows_sql, "select_task_ids_from"));
    case IdOf::node:
      return connection.cached(db::sql_named(k_known_id_rows_sql, "select_node_ids_from"));
    case IdOf::tree:
      return connection.cached(db::sql_named(k_known_id_rows_sql, "select_tree_ids_from"));
    case IdOf::checkpoint:
      return connection.cached(db::sql_named(k_known_id_rows_sql, "select_checkpoint_ids_from"));
    case IdOf::loop:
      return connection.cached(db::sql_named(k_known_id_rows_sql, "select_loop_ids_from"));
    case IdOf::mission:
      break;
  }
  return connection.cached(db::sql_named(k_known_id_rows_sql, "select_grid_places_from"));
}

}  // namespace

std::vector<std::string> select_ids_from(db::Connection& connection, IdOf of, std::string_view begin,
                                         std::size_t most) {
  std::vector<std::string> ids;
  db::for_each_row(statement_of(connection, of).bind_all(begin, static_cast<std::int64_t>(most)),
                   [&](const db::Statement& row) { ids.emplace_back(row.column_text(0)); });
  return ids;
}

}  // namespace rlmdb::tasks
