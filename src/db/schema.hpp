// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "db/connection.hpp"
#include "db/migrator.hpp"

namespace rlmdb::db {

/// The embedded history of the schema, oldest step first.
[[nodiscard]] std::span<const Migration> migrations() noexcept;

/// What the migrator records and accepts.
[[nodiscard]] MigratorOptions migrator_options();

/// Tells one database from another: from the moment it was made in, so that copies and backups of it share
/// it, and migrations keep it. 32 hexadecimal digits.
[[nodiscard]] std::string database_identity(Connection& connection);

}  // namespace rlmdb::db
