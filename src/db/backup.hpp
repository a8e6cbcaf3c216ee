// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "db/connection.hpp"

namespace rlmdb::db {

/// Copies one snapshot of `source` (committed rows, plus those of its own open transaction) to the new file
/// `destination`, mode 0600. It appears complete and durable or not at all. Error conflict if it exists; io.
void backup_to_new_file(Connection& source, const std::filesystem::path& destination);

/// What `PRAGMA integrity_check` and `PRAGMA foreign_key_check` say; empty when nothing is wrong. Reads the
/// whole file.
[[nodiscard]] std::vector<std::string> integrity_messages(Connection& connection);

/// Rows whose foreign key points nowhere, as "table:rowid -> parent table"; empty when none.
[[nodiscard]] std::vector<std::string> foreign_key_messages(Connection& connection);

}  // namespace rlmdb::db
