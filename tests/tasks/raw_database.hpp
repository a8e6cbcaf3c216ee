// SPDX-License-Identifier: MIT
#pragma once

#include <sqlite3.h>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace rlmdb::test {

/// SQLite alone, as some other program would use it: no gate, no settings of ours.
class RawDatabase {
 public:
  explicit RawDatabase(const std::filesystem::path& database, int flags = SQLITE_OPEN_READONLY)
      : m_connection(nullptr, sqlite3_close) {
    sqlite3* raw = nullptr;
    const int opened = sqlite3_open_v2(database.c_str(), &raw, flags, nullptr);
    m_connection.reset(raw);
    if (opened != SQLITE_OK) throw std::runtime_error("cannot open " + database.string());
    sqlite3_busy_timeout(raw, 10'000);
  }

  /// The rows of one statement, its columns as text ("" for NULL).
  [[nodiscard]] std::vector<std::vector<std::string>> rows(const std::string& sql) const {
    sqlite3_stmt* raw = nullptr;
    require(sqlite3_prepare_v2(m_connection.get(), sql.c_str(), -1, &raw, nullptr) == SQLITE_OK, sql);
    const std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> statement(raw, sqlite3_finalize);
    std::vector<std::vector<std::string>> rows;
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(raw)) == SQLITE_ROW) rows.push_back(row_of(raw));
    require(code == SQLITE_DONE, sql);
    return rows;
  }

  /// The first column of the first row.
  [[nodiscard]] std::string value(const std::string& sql) const { return rows(sql).at(0).at(0); }
  void run(const std::string& sql) const { (void)rows(sql); }

 private:
  static std::vector<std::string> row_of(sqlite3_stmt* statement) {
    std::vector<std::string> row;
    for (int column = 0; column < sqlite3_column_count(statement); ++column) {
      const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
      row.emplace_back(text == nullptr ? "" : text);
    }
    return row;
  }

  void require(bool fine, const std::string& sql) const {
    if (!fine) throw std::runtime_error(sql + ": " + sqlite3_errmsg(m_connection.get()));
  }

  std::unique_ptr<sqlite3, decltype(&sqlite3_close)> m_connection;
};

}  // namespace rlmdb::test
