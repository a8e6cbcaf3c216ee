// SPDX-License-Identifier: MIT
#include "retention/retention_setting_rows.hpp"

#include <algorithm>

#include "db/sql_text.hpp"
#include "retention_setting_rows.sql.hpp"

namespace rlmdb::retention {

namespace {

/// The table's CHECK has one of both.
Retained retained(const db::Statement& row) {
  if (const auto count = row.column_optional_int64(2)) return *count;
  return std::chrono::milliseconds(row.column_int64(1));
}

}  // namespace

std::vector<RetentionSetting> RetentionSettingRows::all() {
  std::vector<RetentionSetting> settings;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_retention_setting_rows_sql, "select_retention_settings")),
      [&](const db::Statement& row) {
        // The table's CHECK has these words alone.
        settings.push_back({named<RetentionKind>(row.column_text(0)).value(), retained(row),
                            std::string(row.column_text(3)), std::string(row.column_text(4))});
      });
  std::sort(settings.begin(), settings.end(),
            [](const RetentionSetting& one, const RetentionSetting& other) { return one.kind < other.kind; });
  return settings;
}

std::optional<std::int64_t> RetentionSettingRows::checkpoints_kept() {
  return db::get_maybe(
      m_connection.cached(db::sql_named(k_retention_setting_rows_sql, "select_checkpoints_kept")),
      [](const db::Statement& row) { return row.column_int64(0); });
}

bool RetentionSettingRows::put(RetentionKind kind, const Retained& kept, std::string_view now) {
  const auto* duration = std::get_if<std::chrono::milliseconds>(&kept);
  const auto* count = std::get_if<std::int64_t>(&kept);
  m_connection.cached(db::sql_named(k_retention_setting_rows_sql, "upsert_retention_setting"))
      .bind_all(to_text(kind), duration ? std::optional(std::int64_t{duration->count()}) : std::nullopt,
                count ? std::optional(*count) : std::nullopt, now)
      .run();
  return m_connection.changes() > 0;
}

bool RetentionSettingRows::remove(RetentionKind kind) {
  m_connection.cached(db::sql_named(k_retention_setting_rows_sql, "delete_retention_setting"))
      .bind_all(to_text(kind))
      .run();
  return m_connection.changes() > 0;
}

void RetentionSettingRows::mark_listed(std::string_view now) {
  m_connection.cached(db::sql_named(k_retention_setting_rows_sql, "mark_settings_listed"))
      .bind_all(now)
      .run();
}

}  // namespace rlmdb::retention
