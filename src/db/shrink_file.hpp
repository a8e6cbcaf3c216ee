// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "db/connection.hpp"

namespace rlmdb::db {

/// Bytes of the pages that hold nothing. One snapshot.
[[nodiscard]] std::uint64_t free_bytes(Connection& connection);

/// Writes the file anew without its empty pages, behind the writer gate: all of it or nothing. False: a
/// reader keeps the old size until it ends. REQUIRES: no open transaction. Errors: busy, io, corrupt.
[[nodiscard]] bool vacuum(Connection& connection);

}  // namespace rlmdb::db
