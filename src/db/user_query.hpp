// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string_view>

#include "db/connection.hpp"

namespace rlmdb::db {

/// Prepares one statement of a user's and lets `use` run it, while an authorizer forbids everything but
/// reading: no writes, no ATTACH, no PRAGMA that sets something, no extension loading. Error usage for
/// anything else and for SQL errors (SQLite's message).
void with_user_statement(Connection& connection, std::string_view sql,
                         const std::function<void(Statement&)>& use);

}  // namespace rlmdb::db
