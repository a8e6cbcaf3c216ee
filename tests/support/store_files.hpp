// SPDX-License-Identifier: MIT
/// Importing, exporting and looking at whole databases in one line each.
#pragma once

#include <sqlite3.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "child_process.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/import.hpp"
#include "rlmdb/store.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {

/// What the fixtures' legacy store was run at.
inline const std::string k_fixture_now = "2026-03-01T00:00:00.000Z";

/// Import options without the syncs that only a power loss could tell from none.
inline ImportOptions quick() {
  ImportOptions options;
  options.store.durability = Durability::normal;
  return options;
}

inline SourceReport import_one(const std::filesystem::path& database, const std::filesystem::path& source,
                               const ImportOptions& options = quick()) {
  return import_files(database, {source}, options).sources.at(0);
}

inline std::string export_text(const std::filesystem::path& database,
                               const std::optional<std::string>& updated_at = std::nullopt) {
  std::string text;
  const Store store = Store::open(database, Access::read_only);
  (void)export_tasks_json(
      store, [&](std::string_view bytes) { text += bytes; }, ExportOptions{updated_at});
  return text;
}

/// The rows of one statement, read by SQLite alone: columns apart by '|', text and blobs by their bytes.
inline std::vector<std::string> rows_of(const std::filesystem::path& database, const std::string& sql) {
  sqlite3* raw = nullptr;
  const int opened = sqlite3_open_v2(database.c_str(), &raw, SQLITE_OPEN_READONLY, nullptr);
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> connection(raw, sqlite3_close);
  sqlite3_stmt* statement = nullptr;
  if (opened != SQLITE_OK || sqlite3_prepare_v2(raw, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) {
    throw std::runtime_error(sql + ": " + sqlite3_errmsg(raw));
  }
  const std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> owner(statement, sqlite3_finalize);
  std::vector<std::string> rows;
  while (sqlite3_step(statement) == SQLITE_ROW) {
    std::string& row = rows.emplace_back();
    for (int column = 0; column < sqlite3_column_count(statement); ++column) {
      if (column > 0) row += '|';
      const bool is_null = sqlite3_column_type(statement, column) == SQLITE_NULL;
      const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement, column));
      if (is_null) row += "NULL";
      if (bytes != nullptr)
        row.append(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement, column)));
    }
  }
  return rows;
}

/// The first column of the first row.
inline std::string value_of(const std::filesystem::path& database, const std::string& sql) {
  return rows_of(database, sql).at(0);
}

/// Every row of every table, in order: equal exactly when two databases hold the same.
inline std::string content_of(const std::filesystem::path& database) {
  std::string content;
  for (const std::string& table :
       rows_of(database, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")) {
    content += table + "\n";
    for (const std::string& row : rows_of(database, "SELECT * FROM " + table + " ORDER BY rowid")) {
      content += "  " + row + "\n";
    }
  }
  return content;
}

/// Runs `sql` with the stock sqlite3 program, as a person would.
inline void edit_in_shell(const std::filesystem::path& database, const std::string& sql) {
  ChildProcess shell([&] {
    ::execlp("sqlite3", "sqlite3", "-bail", database.c_str(), sql.c_str(), nullptr);
    return 98;
  });
  if (shell.wait() != 0) throw std::runtime_error("sqlite3 failed: " + sql);
}

}  // namespace rlmdb::test
