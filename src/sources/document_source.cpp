// SPDX-License-Identifier: MIT
#include "sources/document_source.hpp"

#include <algorithm>

#include "json/json_layout.hpp"
#include "json/json_scan.hpp"
#include "json/json_string.hpp"
#include "sources/import_plan.hpp"
#include "sources/source_guess.hpp"
#include "sources/source_text.hpp"
#include "util/sha256.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::sources {

namespace {

/// Two arrays or objects a node; the reader needs no stack for them.
constexpr unsigned k_most_nesting = 1U << 24;
/// JSON_MAX_DEPTH of SQLite, whose functions fill the columns of a document.
constexpr unsigned k_most_sqlite_nesting = 2000;
constexpr std::string_view k_space = " \t\r\n";

constexpr std::string_view k_database_begins = "SQLite format 3";

Error damaged(const SourceFile& source, std::string_view text, const JsonDamage& damage) {
  return Error(
      ErrorCode::invalid_input, damage.reason,
      place_of_damage(source, text, damage.byte_offset, damage.json_pointer),
      text.starts_with(k_database_begins)
          ? "nothing was imported; it is an SQLite database that is packed: unpack it, then `--db FILE` "
            "works with it, and `rlmdb restore FILE` puts a backup back"
          : "nothing was imported; repair the file, or restore it from a copy");
}

void require_readable(const SourceFile& source) {
  if (source.bytes <= k_most_document_bytes) return;
  throw Error(ErrorCode::invalid_input, "the document is larger than 1 GiB", source.given_path,
              "nothing was imported; a document is read whole");
}

std::string unpack(const SourceFile& source, std::string_view bytes) {
  return json::unpack(bytes, json::k_most_unpacked_bytes, source.given_path);
}

}  // namespace

void scan_document(const SourceFile& source, std::string_view text, std::size_t offset,
                   std::vector<KeptText>& losses, std::string& compact) {
  const bool is_marked = offset == 0 && text.starts_with(util::k_byte_order_mark);
  const std::size_t mark = is_marked ? util::k_byte_order_mark.size() : 0;
  const std::size_t begin = std::min(text.find_first_not_of(k_space, offset + mark), text.size());
  json::ScanOptions options;
  options.layout = json::JsonLayout::compact;
  options.max_depth = k_most_nesting;
  const json::ScanResult result = json::scan_value(text, begin, options, &compact);
  if (result.status != json::ScanStatus::complete)
    throw damaged(source, text, {result.fault_offset, result.pointer, std::string(to_text(result.fault))});
  if (const std::size_t rest = text.find_first_not_of(k_space, result.end); rest != std::string_view::npos)
    throw damaged(source, text, {rest, "", "data stands after the end of the document"});
  for (const json::ScanLoss& loss : result.losses) {
    const bool is_member = loss.kind == json::LossKind::duplicate_member;
    losses.push_back(
        {0, loss.offset, loss.pointer, is_member ? "duplicate_member" : "invalid_utf8", loss.raw_text});
  }
}

DocumentSource read_document(const SourceFile& source) {
  require_readable(source);
  DocumentSource read;
  const std::string text = source.read_at(0, source.bytes);
  read.sha256 = util::sha256_hex(text);
  scan_document(source, text, 0, read.losses, read.compact);
  const std::string canonical = pretty(read.compact);
  read.canonical_sha256 = util::sha256_hex(canonical);
  read.written = text_to_keep(text, read.compact, canonical);
  source.check_unchanged();
  return read;
}

DocumentSource read_packed_document(const SourceFile& source) {
  require_readable(source);
  DocumentSource read;
  std::string text = source.read_at(0, source.bytes);
  read.sha256 = util::sha256_hex(text);
  read.packing = json::packing_of(text);
  std::string packed;
  if (read.packing != json::Packing::none) text = unpack(source, packed = std::move(text));
  scan_document(source, text, 0, read.losses, read.compact);
  const std::string canonical = pretty(read.compact);
  read.canonical_sha256 = util::sha256_hex(canonical);
  if (read.packing == json::Packing::none) {
    read.written = text_to_keep(text, read.compact, canonical);
  } else if (json::pack(canonical, read.packing) != packed) {
    read.file_bytes = std::move(packed);
  }
  source.check_unchanged();
  return read;
}

std::string unpacked_content(const SourceFile& source, json::Packing& packing) {
  require_readable(source);
  std::string text = source.read_at(0, source.bytes);
  packing = json::packing_of(text);
  return packing == json::Packing::none ? text : unpack(source, text);
}

DocumentSource read_bytes(const SourceFile& source) {
  require_readable(source);
  DocumentSource read;
  read.compact = source.read_at(0, source.bytes);
  read.sha256 = read.canonical_sha256 = util::sha256_hex(read.compact);
  source.check_unchanged();
  return read;
}

DocumentSource read_lines(const SourceFile& source) {
  require_readable(source);
  DocumentSource read;
  std::string text = source.read_at(0, source.bytes);
  read.sha256 = util::sha256_hex(text);
  std::vector<KeptText> losses;
  std::string ignored;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (text.find_first_not_of(k_space, begin) < end) {
      ignored.clear();
      scan_document(source, std::string_view(text).substr(0, end), begin, losses, ignored);
    }
    begin = end + 1;
  }
  // The text is kept as it stands, so a repeated name is no loss.
  for (KeptText& loss : losses) {
    if (loss.code == "invalid_utf8") read.losses.push_back(std::move(loss));
  }
  read.compact = util::find_invalid_utf8(text) ? json::with_valid_utf8(text) : std::move(text);
  read.canonical_sha256 = util::sha256_hex(read.compact);
  source.check_unchanged();
  return read;
}

std::string place_in(const SourceFile& source, std::string_view pointer) {
  return pointer.empty() ? util::byte_place(source.given_path, 0)
                         : source.given_path + " " + std::string(pointer);
}

void require_flat(const SourceFile& source, std::string_view json, const std::string& pointer,
                  unsigned max_depth) {
  json::ScanOptions options;
  options.max_depth = std::min(max_depth, k_most_sqlite_nesting);
  const json::ScanResult result = json::scan_value(json, 0, options, nullptr);
  if (result.status == json::ScanStatus::complete) return;
  throw Error(ErrorCode::invalid_input, std::string(to_text(result.fault)),
              place_in(source, pointer + result.pointer),
              max_depth < k_most_sqlite_nesting
                  ? "nothing was imported; --max-depth raises the limit"
                  : "nothing was imported; SQLite reads no JSON that is nested deeper than 2,000");
}

std::string pretty(std::string_view compact) {
  std::string text;
  json::append_pretty(text, compact, 0);
  return text;
}

}  // namespace rlmdb::sources
