// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "db/connection.hpp"

namespace rlmdb::store {

/// The writer of `contents`: large values, each kept once however many rows name it.
class ContentRows {
 public:
  explicit ContentRows(db::Connection& connection) : m_connection(connection) {}

  /// contents.id of the body, which is inserted where it is new. REQUIRES: a write transaction.
  [[nodiscard]] std::int64_t keep(std::string_view body);
  /// The same of bytes that are no text: they are kept as a BLOB.
  [[nodiscard]] std::int64_t keep_bytes(std::string_view body);
  /// contents.sha256 of the body, which is inserted where it is new. REQUIRES: a write transaction.
  [[nodiscard]] std::string keep_by_sha256(std::string_view body);
  /// Throws Error internal where there is none.
  [[nodiscard]] std::string body(std::int64_t id);
  /// The newest contents.id; 0: there is none.
  [[nodiscard]] std::int64_t last_id();
  /// Removes what nothing names any more. Walks all rows that can name one.
  void remove_unused();

 private:
  [[nodiscard]] std::optional<std::int64_t> find(std::string_view sha256);

  db::Connection& m_connection;
};

}  // namespace rlmdb::store
