// SPDX-License-Identifier: MIT
/// Legacy documents that are one JSON value each, and read whole.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/packed.hpp"
#include "rlmdb/finding.hpp"
#include "sources/import_rows.hpp"
#include "sources/source_file.hpp"
#include "sources/source_text_rows.hpp"

namespace rlmdb::sources {

struct DocumentSource {
  std::string compact;
  std::string sha256;
  std::string canonical_sha256;
  std::vector<KeptText> losses;
  json::Packing packing = json::Packing::none;  ///< of the file
  std::vector<Finding> remarks{};               ///< what a report has to say of it
  std::uint64_t oddity_count = 0;               ///< members that are not as the schema of its kind has them
  std::string file_bytes{};  ///< of a packed file, where packing its canonical text again does not give them
  std::optional<StoredText>
      written{};         ///< what gives the file's bytes back, where its canonical text does not
  std::string damage{};  ///< why `compact` is the file's bytes as they are; "": it is not
};

/// Reads the whole file. Throws Error invalid_input: damage (with its byte offset), more than 1 GiB.
[[nodiscard]] DocumentSource read_document(const SourceFile& source);

/// The same of a file that may be packed. Offsets are of what it holds unpacked.
[[nodiscard]] DocumentSource read_packed_document(const SourceFile& source);

/// The content, unpacked. Error invalid_input as legacy::unpack has it.
[[nodiscard]] std::string unpacked_content(const SourceFile& source, json::Packing& packing);

/// Reads a file of any bytes. `compact` is what it holds, which is the canonical text too.
[[nodiscard]] DocumentSource read_bytes(const SourceFile& source);

/// Reads a file of one JSON value a line and checks them. `compact` is the text as it stands, where bytes
/// that are no UTF-8 have become U+FFFD; its digest is the canonical one. The same errors.
[[nodiscard]] DocumentSource read_lines(const SourceFile& source);

/// Checks the one JSON value that stands in `text` from `offset` on, with nothing but white space around it
/// (and at the very beginning a byte order mark), and appends it compact. Losses and damage are told by their
/// offset in `text`.
void scan_document(const SourceFile& source, std::string_view text, std::size_t offset,
                   std::vector<KeptText>& losses, std::string& compact);

/// Where a fault is said to be that lies at a pointer of the document; of all of it, where its file begins.
[[nodiscard]] std::string place_in(const SourceFile& source, std::string_view pointer);

/// Error invalid_input where `json`, at `pointer` of the source, nests deeper than `max_depth`, or than
/// SQLite reads.
void require_flat(const SourceFile& source, std::string_view json, const std::string& pointer,
                  unsigned max_depth);

/// The compact text in canonical bytes: as the legacy programs' JSON.stringify(value, null, 2) writes it.
[[nodiscard]] std::string pretty(std::string_view compact);

/// The most that a document may have.
inline constexpr std::uint64_t k_most_document_bytes = std::uint64_t{1} << 30;

}  // namespace rlmdb::sources
