// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "db/connection.hpp"

namespace rlmdb::records {

/// Values of variables of more JSON text than this are kept apart, as a content.
inline constexpr std::size_t k_most_inline_bytes = 10'240;

/// The body of a content that a row names: its id, hash and body stand in `column` and the two after it.
/// Empty where the row names none. Error corrupt, naming the content, where it is missing or its body is not
/// what its hash says.
[[nodiscard]] std::string read_content(const db::Statement& row, int column);

/// The check by itself, for a body that is read in another way.
void require_whole_content(std::int64_t id, std::string_view sha256, std::string_view body);

/// The writer of `contents`: large values, each kept once however many rows name it.
class ContentRows {
 public:
  explicit ContentRows(db::Connection& connection) : m_connection(connection) {}

  /// contents.id of the body, which is inserted where it is new. Error corrupt where another body stands
  /// under its hash. REQUIRES: a write transaction.
  [[nodiscard]] std::int64_t keep(std::string_view body);
  /// The same of bytes that are no text: they are kept as a BLOB.
  [[nodiscard]] std::int64_t keep_bytes(std::string_view body);
  /// contents.sha256 of the body, which is inserted where it is new. REQUIRES: a write transaction.
  [[nodiscard]] std::string keep_by_sha256(std::string_view body);
  /// Error corrupt where there is none, or it is not what its hash says.
  [[nodiscard]] std::string body(std::int64_t id);
  /// The newest contents.id; 0: there is none.
  [[nodiscard]] std::int64_t last_id();
  /// Removes what nothing names any more. Walks all rows that can name one.
  void remove_unused();

 private:
  [[nodiscard]] std::optional<std::int64_t> find(std::string_view sha256, std::string_view body);

  db::Connection& m_connection;
};

}  // namespace rlmdb::records
