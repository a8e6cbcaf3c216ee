// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "db/connection.hpp"

namespace rlmdb::db {

/// The counter of store ids: "task-0007" comes after the last one that was ever given out or imported.
inline constexpr std::string_view k_next_task_number = "next_task_number";

/// What tells a database from every other.
inline constexpr std::string_view k_database_id = "database_id";

/// The last number that is given out. Counting never comes near it, and one import stays below the rest.
inline constexpr std::int64_t k_last_number =
    std::numeric_limits<std::int64_t>::max() - (std::int64_t{1} << 32);

/// Error conflict when `number`, which `what` is now, cannot be counted on from.
void require_numbers_left(std::int64_t number, std::string_view what);

/// The writer of the counters and texts in `meta`.
class MetaRows {
 public:
  explicit MetaRows(Connection& connection) : m_connection(connection) {}

  /// Error corrupt when the counter is missing, conflict when it is at its end.
  [[nodiscard]] std::int64_t counter(std::string_view key);
  /// Raises a counter, or makes it where it is missing; a smaller value changes nothing.
  void raise_counter(std::string_view key, std::int64_t value);
  /// Error corrupt when there is no such key.
  [[nodiscard]] std::string text(std::string_view key);
  /// nullopt: there is no such key, or what it has is no number.
  [[nodiscard]] std::optional<std::int64_t> find_number(std::string_view key);
  /// nullopt: there is no such key.
  [[nodiscard]] std::optional<std::string> find_text(std::string_view key);
  /// Keeps a text in place of the one under the key.
  void put_text(std::string_view key, std::string_view text);
  /// Keeps a text under a key that has none yet.
  void insert_new(std::string_view key, std::string_view text);

 private:
  Connection& m_connection;
};

}  // namespace rlmdb::db
