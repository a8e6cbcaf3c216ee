// SPDX-License-Identifier: MIT
#include "sources/source_text.hpp"

#include "json/json_parts.hpp"
#include "json/json_style.hpp"
#include "json/packed.hpp"
#include "rlmdb/error.hpp"
#include "sources/document_source.hpp"

namespace rlmdb::sources {

namespace {

std::string row_of(std::string_view source_path) {
  return "source_texts of " + std::string(source_path);
}

Error damaged(const std::string& what, const std::string& row) {
  return Error(ErrorCode::corrupt, what, row,
               "something else than rlmdb changed it; import the file again, or restore a backup");
}

std::string read_packed(const std::string& packed, const std::string& row) {
  try {
    std::string text = json::unpack(packed, k_most_kept_bytes, row);
    if (json::is_document(text)) return text;
  } catch (const Error&) {
    // Said below, with what leads on.
  }
  throw damaged("the text of a file is damaged", row);
}

Written read_written(const StoredText& kept, const std::string& row) {
  auto style = json::style_from_json(kept.style);
  if (!style) throw damaged("the style of a file cannot be read", row);
  return {*std::move(style), kept.packed ? read_packed(*kept.packed, row) : std::string()};
}

}  // namespace

std::optional<StoredText> text_to_keep(std::string_view text, std::string_view compact,
                                       std::string_view canonical) {
  if (text == canonical) return std::nullopt;
  const json::TextStyle style = json::style_of(text);
  StoredText kept{json::to_json(style), std::nullopt};
  if (json::styled(compact, style) == text) return kept;
  kept.gives_file = text.size() <= k_most_kept_bytes;
  if (kept.gives_file) kept.packed = json::gzip(text);
  return kept;
}

void keep_text(db::Connection& connection, std::string_view source_path, std::int64_t import_id,
               const std::optional<StoredText>& text) {
  SourceTextRows rows(connection);
  if (text) {
    rows.put(source_path, import_id, *text);
  } else {
    rows.remove(source_path);
  }
}

std::optional<std::string> text_as_written(db::Connection& connection, std::string_view source_path,
                                           std::string_view compact) {
  const auto kept = SourceTextRows(connection).find(source_path);
  if (!kept) return std::nullopt;
  const Written written = read_written(*kept, row_of(source_path));
  if (written.text.empty()) return json::styled(compact, written.style);
  return json::rewritten(written.text, compact, written.style);
}

std::optional<Written> find_written(db::Connection& connection, std::string_view source_path) {
  const auto kept = SourceTextRows(connection).find(source_path);
  return kept ? std::optional(read_written(*kept, row_of(source_path))) : std::nullopt;
}

std::string file_text(db::Connection& connection, std::string_view source_path, std::string_view compact) {
  auto written = text_as_written(connection, source_path, compact);
  return written ? *std::move(written) : pretty(compact);
}

void require_readable_text(db::Connection& connection, std::string_view source_path) {
  const auto kept = SourceTextRows(connection).find(source_path);
  if (!kept) return;
  const std::string row = row_of(source_path);
  const Written written = read_written(*kept, row);
  if (kept->packed && json::gzip(written.text) != *kept->packed)
    throw damaged("the text of a file is damaged", row);
}

}  // namespace rlmdb::sources
