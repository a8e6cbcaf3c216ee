// SPDX-License-Identifier: MIT
#include "db/number_rows.hpp"

#include <algorithm>

#include "db/meta_rows.hpp"
#include "db/sql_text.hpp"
#include "number_rows.sql.hpp"

namespace rlmdb::db {

Numbers highest(const Numbers& a, const Numbers& b) {
  return {std::max(a.event_seq, b.event_seq), std::max(a.next_task_key, b.next_task_key),
          std::max(a.next_task_number, b.next_task_number), std::max(a.silent_commits, b.silent_commits)};
}

bool is_behind(const Numbers& numbers, const Numbers& other) {
  return highest(numbers, other) != numbers;
}

Numbers read_numbers(Connection& connection) {
  Statement& statement = connection.cached(sql_named(k_number_rows_sql, "select_numbers"));
  return get_maybe(statement,
                   [](const Statement& row) {
                     return Numbers{row.column_int64(0), row.column_int64(1), row.column_int64(2),
                                    row.column_int64(3)};
                   })
      .value();
}

void raise_counters(Connection& connection, const Numbers& to) {
  MetaRows meta(connection);
  meta.raise_counter("next_task_key", to.next_task_key);
  meta.raise_counter(k_next_task_number, to.next_task_number);
  // One that was never needed is not there.
  if (to.silent_commits > 0) meta.raise_counter("silent_commits", to.silent_commits);
}

}  // namespace rlmdb::db
