// SPDX-License-Identifier: MIT
#include "store/meta_rows.hpp"

#include "db/sql_text.hpp"
#include "meta_rows.sql.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::store {

std::int64_t MetaRows::counter(std::string_view key) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_meta_rows_sql, "select_counter"));
  statement.bind_text(1, key);
  const auto value = db::get_maybe(statement, [](const db::Statement& row) { return row.column_int64(0); });
  if (!value) {
    throw Error(ErrorCode::corrupt, "a counter of the database is missing", "meta:" + std::string(key),
                "restore the newest backup");
  }
  return *value;
}

void MetaRows::raise_counter(std::string_view key, std::int64_t value) {
  m_connection.cached(db::sql_named(k_meta_rows_sql, "raise_counter")).bind_all(key, value).run();
}

}  // namespace rlmdb::store
