// SPDX-License-Identifier: MIT
/// References between rows, drawn from the schema that a database has.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "store_files.hpp"

namespace rlmdb::test {

/// Rows that name a row which is not there, "TABLE -> TABLE" a row.
inline std::vector<std::string> dangling_rows(const std::filesystem::path& database) {
  return rows_of(database, "SELECT \"table\" || ' -> ' || parent FROM pragma_foreign_key_check");
}

}  // namespace rlmdb::test
