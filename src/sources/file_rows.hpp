// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"

namespace rlmdb::sources {

/// An `files` row without its content.
struct FileHead {
  std::string kind;   ///< value-json, history-jsonl, kept-json, kept-text
  std::string place;  ///< from the project's root on
  std::string source_path;
  std::int64_t import_id = 0;
  std::int64_t content_id = 0;
  std::int64_t modified_ns = 0;  ///< since 1970
};

/// The writer of `files`.
class FileRows {
 public:
  explicit FileRows(db::Connection& connection) : m_connection(connection) {}

  [[nodiscard]] std::optional<FileHead> find(std::string_view source_path);
  /// By place.
  [[nodiscard]] std::vector<FileHead> all();
  /// The value, compact, that the newest import found at that place.
  [[nodiscard]] std::optional<std::string> find_value(std::string_view place);
  void remove(std::string_view source_path);
  /// Inserts the file, or replaces what is known of its source_path.
  void put(const FileHead& file);
  /// Those whose place is not before `first` and is before `end`.
  [[nodiscard]] std::int64_t count_between(std::string_view first, std::string_view end);
  /// What only they named stays in `contents` until it is removed there.
  void remove_between(std::string_view first, std::string_view end);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::sources
