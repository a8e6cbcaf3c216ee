// SPDX-License-Identifier: MIT
/// How the file of a document was written, so that an export gives its bytes back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "db/connection.hpp"
#include "json/json_style.hpp"
#include "sources/source_text_rows.hpp"

namespace rlmdb::sources {

/// The most of a file that is kept whole.
inline constexpr std::size_t k_most_kept_bytes = std::size_t{1} << 20;

/// What has to be kept so that `text`, whose canonical text is `canonical`, comes back byte for byte: nothing
/// where they are the same, the writer's habits where these give it back, else the text itself, or of more
/// than k_most_kept_bytes only the habits.
[[nodiscard]] std::optional<StoredText> text_to_keep(std::string_view text, std::string_view compact,
                                                     std::string_view canonical);

/// Keeps it, or forgets what was kept of an earlier import.
void keep_text(db::Connection& connection, std::string_view source_path, std::int64_t import_id,
               const std::optional<StoredText>& text);

/// The bytes that the file of a document has by now: those that came in where `compact` is what they say,
/// the same with other values where it is not. nullopt: nothing is kept, they are canonical. Error corrupt
/// where what is kept cannot be read.
[[nodiscard]] std::optional<std::string> text_as_written(db::Connection& connection,
                                                         std::string_view source_path,
                                                         std::string_view compact);
/// The same, canonical bytes included.
[[nodiscard]] std::string file_text(db::Connection& connection, std::string_view source_path,
                                    std::string_view compact);

/// What is kept of how a file was written.
struct Written {
  json::TextStyle style;
  std::string text;  ///< of a tasks.json its outline; "": the style says all
};

/// nullopt: nothing is kept, the file was in canonical bytes. Error corrupt where it cannot be read.
[[nodiscard]] std::optional<Written> find_written(db::Connection& connection, std::string_view source_path);

/// Error corrupt where what is kept of the file cannot be read.
void require_readable_text(db::Connection& connection, std::string_view source_path);

}  // namespace rlmdb::sources
