// SPDX-License-Identifier: MIT
#include "sources/source_text.hpp"

#include "json/json_scan.hpp"
#include "json/json_style.hpp"
#include "json/packed.hpp"
#include "rlmdb/error.hpp"
#include "sources/document_source.hpp"
#include "util/byte_order_mark.hpp"

namespace rlmdb::sources {

namespace {

constexpr std::string_view k_space_around = " \t\r\n";

struct Written {
  json::TextStyle style;
  std::string text;  ///< "": the style says all
};

bool is_document(std::string_view text) {
  if (text.starts_with(util::k_byte_order_mark)) text.remove_prefix(util::k_byte_order_mark.size());
  const std::size_t begin = text.find_first_not_of(k_space_around);
  if (begin == std::string_view::npos) return false;
  json::ScanOptions options;
  options.max_depth = 1U << 30;
  const json::ScanResult scanned = json::scan_value(text, begin, options, nullptr);
  return scanned.status == json::ScanStatus::complete &&
         text.find_first_not_of(k_space_around, scanned.end) == std::string_view::npos;
}

std::string place_of(std::string_view source_path) {
  return "source_texts of " + std::string(source_path);
}

Error damaged_text(const std::string& place) {
  return Error(ErrorCode::corrupt, "the text of a file is damaged", place,
               "something else than rlmdb changed it; import the file again, or restore a backup");
}

std::string read_packed(const std::string& packed, const std::string& place) {
  try {
    std::string text = json::unpack(packed, k_most_kept_bytes, place);
    if (is_document(text)) return text;
  } catch (const Error&) {
    // Said below, with what leads on.
  }
  throw damaged_text(place);
}

std::optional<Written> read_written(db::Connection& connection, std::string_view source_path) {
  const auto kept = SourceTextRows(connection).find(source_path);
  if (!kept) return std::nullopt;
  const std::string place = place_of(source_path);
  auto style = json::style_from_json(kept->style);
  if (!style)
    throw Error(ErrorCode::corrupt, "the style of a file cannot be read", place,
                "something else than rlmdb changed it; import the file again, or restore a backup");
  return Written{*std::move(style), kept->packed ? read_packed(*kept->packed, place) : std::string()};
}

}  // namespace

std::optional<StoredText> text_to_keep(std::string_view text, std::string_view compact,
                                       std::string_view canonical) {
  if (text == canonical) return std::nullopt;
  const json::TextStyle style = json::style_of(text);
  StoredText kept{json::to_json(style), std::nullopt};
  if (text.size() <= k_most_kept_bytes && json::styled(compact, style) != text)
    kept.packed = json::gzip(text);
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

std::string file_text(db::Connection& connection, std::string_view source_path, std::string_view compact) {
  const auto written = read_written(connection, source_path);
  if (!written) return pretty(compact);
  if (written->text.empty()) return json::styled(compact, written->style);
  return json::rewritten(written->text, compact, written->style);
}

void require_readable_text(db::Connection& connection, std::string_view source_path) {
  const auto written = read_written(connection, source_path);
  const auto kept = SourceTextRows(connection).find(source_path);
  if (written && kept && kept->packed && json::gzip(written->text) != *kept->packed)
    throw damaged_text(place_of(source_path));
}

}  // namespace rlmdb::sources
