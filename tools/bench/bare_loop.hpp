// SPDX-License-Identifier: MIT
/// The control of the task benchmark: what a program would write that has the values already and knows
/// SQLite.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/store.hpp"

namespace bench {

using Rows = std::vector<std::vector<rlmdb::SqlValue>>;

/// The rows that one kind of change wrote, in the order of the events.
struct WrittenRows {
  std::string kind;  ///< started, completed, claimed, claim_completed, created
  Rows tasks;
  Rows events;
  Rows changes;   ///< any number an event
  Rows counters;  ///< of created: one an event
};

/// Of all events after `since`, which have to be of this kind.
[[nodiscard]] WrittenRows read_written(const rlmdb::Store& store, std::string_view kind, std::int64_t since);

/// `events.seq` of the newest event; 0 without any.
[[nodiscard]] std::int64_t last_event(const rlmdb::Store& store);

/// Prepared statements on a connection with the library's settings; no gate, no SELECT.
class BareLoop {
 public:
  BareLoop(const std::filesystem::path& database, rlmdb::Durability durability);
  ~BareLoop();
  BareLoop(const BareLoop&) = delete;
  BareLoop& operator=(const BareLoop&) = delete;

  /// One transaction an event, and a checkpoint as often as the library makes one.
  void write(const WrittenRows& rows);

  /// Throws unless all rows that events after `since` wrote are the same in both files, value by value.
  void require_same(const std::filesystem::path& other, std::int64_t since);

  void move_wal_into_file();

 private:
  void run(const std::string& sql);
  [[nodiscard]] std::int64_t number(const std::string& sql);
  [[nodiscard]] sqlite3_stmt* prepared(const std::string& name);
  void step(sqlite3_stmt* statement);
  void write_row(sqlite3_stmt* statement, const std::vector<rlmdb::SqlValue>& row);
  void keep_wal_short();
  void check(int got, int wanted) const;

  sqlite3* m_database = nullptr;
  std::map<std::string, sqlite3_stmt*> m_statements;
  int m_wal_pages = 0;
};

}  // namespace bench
