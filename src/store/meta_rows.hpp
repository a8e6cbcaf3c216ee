// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "db/connection.hpp"

namespace rlmdb::store {

/// The writer of the counters in `meta`.
class MetaRows {
 public:
  explicit MetaRows(db::Connection& connection) : m_connection(connection) {}

  /// Error corrupt when the counter is missing.
  [[nodiscard]] std::int64_t counter(std::string_view key);
  /// Raises a counter; a smaller value changes nothing.
  void raise_counter(std::string_view key, std::int64_t value);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::store
