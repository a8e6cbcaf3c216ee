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

inline ImportOptions on_conflict(OnConflict what) {
  ImportOptions options = quick();
  options.on_conflict = what;
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

/// A database as SQLite alone sees it, read-only.
class PlainReader {
 public:
  explicit PlainReader(const std::filesystem::path& database) : m_connection(nullptr, sqlite3_close) {
    sqlite3* raw = nullptr;
    const int opened = sqlite3_open_v2(database.c_str(), &raw, SQLITE_OPEN_READONLY, nullptr);
    m_connection.reset(raw);
    if (opened != SQLITE_OK) throw std::runtime_error("cannot open " + database.string());
  }

  /// The rows of one statement: columns apart by '|', text and blobs by their bytes.
  [[nodiscard]] std::vector<std::string> rows(const std::string& sql) const {
    sqlite3_stmt* raw = nullptr;
    if (sqlite3_prepare_v2(m_connection.get(), sql.c_str(), -1, &raw, nullptr) != SQLITE_OK) {
      throw std::runtime_error(sql + ": " + sqlite3_errmsg(m_connection.get()));
    }
    const std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> statement(raw, sqlite3_finalize);
    std::vector<std::string> rows;
    while (sqlite3_step(raw) == SQLITE_ROW) {
      std::string& row = rows.emplace_back();
      for (int column = 0; column < sqlite3_column_count(raw); ++column) {
        if (column > 0) row += '|';
        const bool is_null = sqlite3_column_type(raw, column) == SQLITE_NULL;
        const auto* bytes = static_cast<const char*>(sqlite3_column_blob(raw, column));
        if (is_null) row += "NULL";
        if (bytes != nullptr) row.append(bytes, static_cast<std::size_t>(sqlite3_column_bytes(raw, column)));
      }
    }
    return rows;
  }

 private:
  std::unique_ptr<sqlite3, decltype(&sqlite3_close)> m_connection;
};

inline std::vector<std::string> rows_of(const std::filesystem::path& database, const std::string& sql) {
  return PlainReader(database).rows(sql);
}

/// The first column of the first row.
inline std::string value_of(const std::filesystem::path& database, const std::string& sql) {
  return rows_of(database, sql).at(0);
}

/// Every row of every table, in order: equal exactly when two databases hold the same.
inline std::string content_of(const std::filesystem::path& database) {
  const PlainReader reader(database);
  std::string content;
  for (const std::string& table :
       reader.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")) {
    content += table + "\n";
    const bool has_rowid =
        reader.rows("SELECT wr FROM pragma_table_list WHERE name = '" + table + "'").at(0) == "0";
    const std::string key = has_rowid ? "rowid" : "1, 2, 3";
    for (const std::string& row : reader.rows("SELECT * FROM " + table + " ORDER BY " + key)) {
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
