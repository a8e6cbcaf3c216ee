// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "db/connection.hpp"

namespace rlmdb::backups {

/// Rows of one database that another does not have.
struct LackingRows {
  std::uint64_t tasks = 0;        ///< by inside id and store id
  std::uint64_t events = 0;       ///< by seq, time, actor and kind
  std::string newest_event_at{};  ///< "" without such an event
};

/// What `whole` has and `other` lacks. Reads both tables of both once, with a constant amount of memory.
/// REQUIRES: both have the newest schema.
[[nodiscard]] LackingRows find_lacking(db::Connection& whole, db::Connection& other);

}  // namespace rlmdb::backups
