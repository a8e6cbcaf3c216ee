// SPDX-License-Identifier: MIT
#include "retention/retention_setting_rows.hpp"

#include <algorithm>

#include "db/sql_text.hpp"
#include "retention_setting_rows.sql.hpp"

namespace rlmdb::retention {

namespace {

/// REQUIRES: the word of one, which the table's CHECK makes sure of.
RetentionKind kind_named(std::string_view word) {
  const auto found = std::find(k_retention_kinds.begin(), k_retention_kinds.end(), word);
  return static_cast<RetentionKind>(found - k_retention_kinds.begin());
}

}  // namespace

std::vector<RetentionSetting> RetentionSettingRows::all() {
  std::vector<RetentionSetting> settings;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_retention_setting_rows_sql, "select_retention_settings")),
      [&](const db::Statement& row) {
        settings.push_back({kind_named(row.column_text(0)), std::chrono::milliseconds(row.column_int64(1)),
                            std::string(row.column_text(2)), std::string(row.column_text(3))});
      });
  std::sort(settings.begin(), settings.end(),
            [](const RetentionSetting& one, const RetentionSetting& other) { return one.kind < other.kind; });
  return settings;
}

void RetentionSettingRows::put(RetentionKind kind, std::chrono::milliseconds kept, std::string_view now) {
  m_connection.cached(db::sql_named(k_retention_setting_rows_sql, "upsert_retention_setting"))
      .bind_all(to_text(kind), std::int64_t{kept.count()}, now)
      .run();
}

void RetentionSettingRows::remove(RetentionKind kind) {
  m_connection.cached(db::sql_named(k_retention_setting_rows_sql, "delete_retention_setting"))
      .bind_all(to_text(kind))
      .run();
}

void RetentionSettingRows::mark_listed(std::string_view now) {
  m_connection.cached(db::sql_named(k_retention_setting_rows_sql, "mark_settings_listed"))
      .bind_all(now)
      .run();
}

}  // namespace rlmdb::retention
