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

/// The same before it is published: nobody else knows it yet, and it may still be changed.
[[nodiscard]] Connection copy_to_unpublished(Connection& source, const std::filesystem::path& destination);

/// The same of a database that may be damaged: the copy is not checked, it is as damaged as the source.
void copy_unchecked(Connection& source, const std::filesystem::path& destination);

/// Puts all that `source` holds in the place of what `destination` holds, in one transaction: other
/// connections of `destination` see the one or the other, and nothing of a transaction that fails. Durable on
/// return as `destination` says. REQUIRES: the gate of `destination` is held; no open transaction on it.
/// Errors: busy (a program that does not know the gate), io, corrupt.
void replace_content(Connection& source, Connection& destination);

/// What `PRAGMA integrity_check` and `PRAGMA foreign_key_check` say; empty when nothing is wrong. Reads the
/// whole file.
[[nodiscard]] std::vector<std::string> integrity_messages(Connection& connection);

/// Rows whose foreign key points nowhere, as "table:rowid -> parent table"; empty when none.
[[nodiscard]] std::vector<std::string> foreign_key_messages(Connection& connection);

}  // namespace rlmdb::db
