// SPDX-License-Identifier: MIT
/// The whole content of a database as text that two states can be compared by.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace rlmdb::test {

/// Moments: everything as it is, or without what the clock, the process id and chance put in.
enum class Moments { kept, left_out };

/// A plain connection without any of the program's own code, so that a mistake there cannot hide itself.
class PlainDatabase {
 public:
  explicit PlainDatabase(const std::filesystem::path& path) {
    sqlite3* opened = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &opened, SQLITE_OPEN_READWRITE, nullptr);
    m_handle.reset(opened);
    if (code != SQLITE_OK) throw std::runtime_error("cannot open " + path.string());
    sqlite3_db_config(opened, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  }

  /// Runs one statement; `row` sees each row's columns as text, NULL as "NULL".
  void each(const std::string& sql, const std::function<void(const std::vector<std::string>&)>& row) {
    sqlite3_stmt* prepared = nullptr;
    if (sqlite3_prepare_v2(m_handle.get(), sql.c_str(), -1, &prepared, nullptr) != SQLITE_OK)
      throw std::runtime_error(sql + ": " + sqlite3_errmsg(m_handle.get()));
    const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement(prepared, sqlite3_finalize);
    std::vector<std::string> columns(static_cast<std::size_t>(sqlite3_column_count(prepared)));
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(prepared)) == SQLITE_ROW) {
      for (std::size_t i = 0; i < columns.size(); ++i) columns[i] = text_of(prepared, static_cast<int>(i));
      row(columns);
    }
    if (code != SQLITE_DONE) throw std::runtime_error(sql + ": " + sqlite3_errmsg(m_handle.get()));
  }

  std::string value(const std::string& sql) {
    std::string first;
    each(sql, [&](const std::vector<std::string>& row) { first = row.front(); });
    return first;
  }

  std::vector<std::string> column(const std::string& sql) {
    std::vector<std::string> values;
    each(sql, [&](const std::vector<std::string>& row) { values.push_back(row.front()); });
    return values;
  }

 private:
  static std::string text_of(sqlite3_stmt* statement, int column) {
    if (sqlite3_column_type(statement, column) == SQLITE_NULL) return "NULL";
    const void* const bytes = sqlite3_column_blob(statement, column);
    return {static_cast<const char*>(bytes),
            static_cast<std::size_t>(sqlite3_column_bytes(statement, column))};
  }

  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close(handle); }
  };
  std::unique_ptr<sqlite3, Close> m_handle;
};

inline bool is_momentary(const std::string& table, const std::string& column) {
  static const std::map<std::string_view, std::vector<std::string_view>> k_momentary = {
      {"schema_migrations", {"applied_at"}}, {"imports", {"started_at"}}, {"events", {"at", "actor"}}};
  const auto found = k_momentary.find(table);
  if (found == k_momentary.end()) return false;
  for (const std::string_view name : found->second)
    if (name == column) return true;
  return false;
}

/// One line a table: its name, its number of rows and a hash over every value of every row. Throws when
/// SQLite finds the file damaged.
inline std::string content_of(const std::filesystem::path& path, Moments moments) {
  PlainDatabase database(path);
  const std::string integrity = database.value("PRAGMA integrity_check");
  if (integrity != "ok") throw std::runtime_error("integrity_check: " + integrity);
  std::string text = "user_version " + database.value("PRAGMA user_version") + "\n";
  for (const std::string& table :
       database.column("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")) {
    const bool has_rowid =
        database.value("SELECT wr FROM pragma_table_list WHERE name = '" + table + "'") == "0";
    std::string columns = has_rowid ? "rowid" : "1";
    for (const std::string& column : database.column("SELECT name FROM pragma_table_info('" + table + "')"))
      if (moments == Moments::kept || !is_momentary(table, column)) columns += ", \"" + column + "\"";
    std::uint64_t hash = 0;
    std::uint64_t rows = 0;
    const bool has_drawn = moments == Moments::left_out && table == "meta";
    const std::string rows_meant = has_drawn ? " WHERE key <> 'database_id'" : "";
    database.each("SELECT " + columns + " FROM \"" + table + "\"" + rows_meant,
                  [&](const std::vector<std::string>& row) {
                    ++rows;
                    for (const std::string& value : row)
                      hash = hash * 1'099'511'628'211U + std::hash<std::string>()(value);
                  });
    text += table + " " + std::to_string(rows) + " rows, hash " + std::to_string(hash) + "\n";
  }
  return text;
}

/// The same through a copy, so that the original stays as it was left.
inline std::string content_of_copy(const std::filesystem::path& database, const std::filesystem::path& copy,
                                   Moments moments) {
  for (const char* suffix : {"", "-wal", "-shm", "-journal"}) std::filesystem::remove(copy.string() + suffix);
  for (const char* suffix : {"", "-wal", "-journal"}) {
    const std::string from = database.string() + suffix;
    if (std::filesystem::exists(from)) std::filesystem::copy_file(from, copy.string() + suffix);
  }
  return content_of(copy, moments);
}

}  // namespace rlmdb::test
