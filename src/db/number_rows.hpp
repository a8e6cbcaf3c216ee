// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "db/connection.hpp"

namespace rlmdb::db {

/// What a database has given out, and what each of its commits raises in one place at least.
struct Numbers {
  std::int64_t event_seq = 0;         ///< of the newest event; the token of a claim is one and database_id
  std::int64_t next_task_key = 0;     ///< meta 'next_task_key'
  std::int64_t next_task_number = 0;  ///< meta 'next_task_number'
  std::int64_t silent_commits = 0;    ///< meta 'silent_commits': those that raised none of the others

  bool operator==(const Numbers&) const = default;
};

/// Of each number the greater one.
[[nodiscard]] Numbers highest(const Numbers& a, const Numbers& b);
/// Whether one of the numbers is smaller than the other's.
[[nodiscard]] bool is_behind(const Numbers& numbers, const Numbers& other);

[[nodiscard]] Numbers read_numbers(Connection& connection);
/// Raises the counters, not the events; a smaller value changes nothing, and one that is missing is made.
/// REQUIRES: a write transaction.
void raise_counters(Connection& connection, const Numbers& to);

}  // namespace rlmdb::db
