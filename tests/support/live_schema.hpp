// SPDX-License-Identifier: MIT
/// The tables and columns of a database as SQLite lists them, and edits of single values.
#pragma once

#include <sqlite3.h>

#include <filesystem>
#include <memory>
#include <random>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "store_files.hpp"

namespace rlmdb::test {

struct LiveColumn {
  std::string table;
  std::string name;
  std::string type;
  bool is_rowid = false;       ///< the INTEGER PRIMARY KEY
  bool is_reference = false;   ///< a foreign key
  bool is_referenced = false;  ///< some foreign key leads to it
  [[nodiscard]] std::string full() const { return table + "." + name; }
};

/// All but generated ones.
inline std::vector<LiveColumn> live_columns(const std::filesystem::path& database) {
  std::vector<LiveColumn> columns;
  const std::string tables =
      "(SELECT name AS t FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%')";
  for (const std::string& row : rows_of(
           database,
           "SELECT t, c.name, c.type, c.pk = 1 AND c.type = 'INTEGER' AND NOT EXISTS (SELECT 1 FROM "
           "pragma_table_info(t) o WHERE o.pk > 1), EXISTS (SELECT 1 FROM pragma_foreign_key_list(t) f WHERE "
           "f.\"from\" = c.name), EXISTS (SELECT 1 FROM " +
               tables +
               " p, pragma_foreign_key_list(p.t) f "
               "WHERE f.\"table\" = s.t AND f.\"to\" = c.name) FROM " +
               tables + " s, pragma_table_xinfo(t) c WHERE c.hidden = 0 ORDER BY t, c.cid")) {
    std::vector<std::string> cells(1);
    for (const char c : row) {
      if (c == '|') {
        cells.emplace_back();
      } else {
        cells.back() += c;
      }
    }
    columns.push_back(
        {cells.at(0), cells.at(1), cells.at(2), cells.at(3) == "1", cells.at(4) == "1", cells.at(5) == "1"});
  }
  return columns;
}

/// The columns of records, which docs/FORMAT.md lists in its key map: "tasks.prompt".
inline std::set<std::string> key_map_columns() {
  const std::string text = read_all(std::filesystem::path(RLMDB_SOURCE_DIR) / "docs/FORMAT.md");
  static const std::regex k_line(R"(\| `\w+` \| `\w+` \| `(\w+\.\w+)` \|)");
  std::set<std::string> columns;
  for (std::sregex_iterator match(text.begin(), text.end(), k_line), end; match != end; ++match)
    columns.insert((*match)[1]);
  return columns;
}

/// A copy of a database that is edited in one way. Foreign keys and CHECKs do not hold the edit up.
class EditedCopy {
 public:
  EditedCopy(const std::filesystem::path& database, const std::filesystem::path& copy) : m_path(copy) {
    std::filesystem::copy_file(database, copy, std::filesystem::copy_options::overwrite_existing);
    for (const char* suffix : {"-wal", "-shm"}) std::filesystem::remove(copy.string() + suffix);
  }

  /// Rows changed; -1: SQLite refuses the edit.
  int run(const std::string& sql) const { return run(sql, 1); }

  /// As what damages a file does it, which asks no trigger.
  int run_past_triggers(const std::string& sql) const { return run(sql, 0); }

  [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

 private:
  int run(const std::string& sql, int with_triggers) const {
    sqlite3* raw = nullptr;
    const int opened = sqlite3_open_v2(m_path.c_str(), &raw, SQLITE_OPEN_READWRITE, nullptr);
    const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> connection(raw, sqlite3_close);
    if (opened != SQLITE_OK) throw std::runtime_error("cannot open the copy");
    sqlite3_db_config(raw, SQLITE_DBCONFIG_ENABLE_TRIGGER, with_triggers, nullptr);
    const std::string script = "PRAGMA foreign_keys=OFF; PRAGMA ignore_check_constraints=ON; " + sql;
    if (sqlite3_exec(raw, script.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) return -1;
    return sqlite3_changes(raw);
  }

  std::filesystem::path m_path;
};

/// Whatever stands in the -wal goes into the file.
inline void bring_to_rest(const std::filesystem::path& database) {
  sqlite3* raw = nullptr;
  const int opened = sqlite3_open_v2(database.c_str(), &raw, SQLITE_OPEN_READWRITE, nullptr);
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> connection(raw, sqlite3_close);
  if (opened != SQLITE_OK ||
      sqlite3_wal_checkpoint_v2(raw, nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr) != SQLITE_OK)
    throw std::runtime_error("cannot bring the database to rest");
}

}  // namespace rlmdb::test
