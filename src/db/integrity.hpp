// SPDX-License-Identifier: MIT
#pragma once

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

struct BrokenReference {
  std::string row;     ///< "table:rowid"; of a table without rowids its name alone
  std::string parent;  ///< the table in which nothing is what the row names
};

/// What `PRAGMA foreign_key_check` finds. Error corrupt where the file cannot be read.
[[nodiscard]] std::vector<BrokenReference> broken_references(Connection& connection);

}  // namespace rlmdb::db
