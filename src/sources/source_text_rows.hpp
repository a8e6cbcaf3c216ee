// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"

namespace rlmdb::sources {

/// A `source_texts` row.
struct StoredText {
  std::string style;                  ///< JSON
  std::optional<std::string> packed;  ///< gzip
  bool gives_file = true;             ///< byte for byte; of a file just read, no column
};

/// The writer of `source_texts`.
class SourceTextRows {
 public:
  explicit SourceTextRows(db::Connection& connection) : m_connection(connection) {}

  [[nodiscard]] std::optional<StoredText> find(std::string_view source_path);
  [[nodiscard]] std::vector<std::string> source_paths();
  void put(std::string_view source_path, std::int64_t import_id, const StoredText& text);
  void remove(std::string_view source_path);
  /// The habits stay.
  void drop_packed(std::string_view source_path);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::sources
