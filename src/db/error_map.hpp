// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "rlmdb/error.hpp"

struct sqlite3;

namespace rlmdb::db {

/// The one translation of SQLite's result codes. `code` may be extended; `system_errno` is 0 when unknown.
/// `doing` completes "cannot …" ("write to the database").
[[nodiscard]] Error to_error(int code, std::string_view message, int system_errno, std::string_view doing,
                             std::string where);

/// to_error() of the connection's last failure.
[[nodiscard]] Error last_error(sqlite3* handle, int code, std::string_view doing);

/// Throws it.
[[noreturn]] void throw_last_error(sqlite3* handle, int code, std::string_view doing);

/// Path of the main database behind `handle`, "" when it has none.
[[nodiscard]] std::string database_path(sqlite3* handle);

}  // namespace rlmdb::db
