// SPDX-License-Identifier: MIT
/// What the schema is made of, as its steps define it and as a database has it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/migrator.hpp"

namespace rlmdb::db {

/// A table, view, index or trigger.
struct SchemaPart {
  std::string_view kind;  ///< "TABLE", "VIEW", "INDEX", "TRIGGER"
  std::string_view name;
  std::string_view definition;  ///< the text of its step from "CREATE" on
};

/// "INDEX tasks_by_state".
[[nodiscard]] std::string title_of(const SchemaPart& part);

/// All that these steps define, one after the other; what a later one drops, too.
[[nodiscard]] std::vector<SchemaPart> parts_defined(std::span<const Migration> migrations);

/// Error conflict when the database has a trigger that none of these steps makes, naming it: what is written
/// could then become something else without a word. Error corrupt when it lacks an index, view or trigger: what
/// one of them holds together would come apart. For a schema that has all of these steps. Reads the list of tables;
/// some tens of microseconds.
void require_own_parts(Connection& connection, std::span<const Migration> migrations);

/// Makes the indexes, views and triggers that these steps made and that are missing, in one transaction, and
/// names them: "INDEX tasks_by_state". Errors: conflict where rows are there that a unique index forbids, busy, io.
std::vector<std::string> make_missing_parts(Connection& connection, std::span<const Migration> migrations);

}  // namespace rlmdb::db
