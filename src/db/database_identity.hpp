// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "db/connection.hpp"

namespace rlmdb::db {

/// Tells one database from another: from the moment it was made in, so that copies and backups of it share
/// it, and migrations keep it. 32 hexadecimal digits.
[[nodiscard]] std::string database_identity(Connection& connection);

}  // namespace rlmdb::db
