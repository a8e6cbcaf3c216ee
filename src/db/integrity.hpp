// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "db/connection.hpp"

namespace rlmdb::db {

struct Damage {
  std::string table;    ///< "": SQLite names none
  std::string message;  ///< SQLite's own
};

/// What `PRAGMA integrity_check` says, each message with the table it is about; empty when nothing is wrong.
/// Where the file cannot be read on, that is a message too. Reads the whole file, a damaged one twice.
[[nodiscard]] std::vector<Damage> find_damage(Connection& connection);

struct PatientDamage {
  std::vector<Damage> damage;
  /// Tables of which the pages were looked at, and not whether their indexes say what their rows say.
  std::vector<std::string> half_checked;
};

/// The same of a database with indexes that others made: SQLite computes what is in an index anew for each
/// row, and what others index may take for ever. `tables` are those that have such indexes; where all of it
/// takes longer than `patience`, they are half checked. No other statement of the connection may run
/// meanwhile.
[[nodiscard]] PatientDamage find_damage(Connection& connection, const std::vector<std::string>& tables,
                                        std::chrono::milliseconds patience);

struct BrokenReference {
  std::string row;     ///< "table:rowid"; of a table without rowids its name alone
  std::string parent;  ///< the table in which nothing is what the row names
};

/// What `PRAGMA foreign_key_check` finds. Error corrupt where the file cannot be read.
[[nodiscard]] std::vector<BrokenReference> broken_references(Connection& connection);

}  // namespace rlmdb::db
