// SPDX-License-Identifier: MIT
/// The sources of an import by their kinds: a row each.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "format/rows.hpp"
#include "rlmdb/import.hpp"

namespace rlmdb::cli {

/// What became of the records of a source.
struct RecordCount {
  std::string_view name;
  std::uint64_t RecordCounts::*count;
  std::string_view words = name;  ///< for people
};

inline constexpr std::array k_record_counts = {
    RecordCount{"read", &RecordCounts::read},
    RecordCount{"new", &RecordCounts::added},
    RecordCount{"changed", &RecordCounts::changed},
    RecordCount{"unchanged", &RecordCounts::unchanged},
    RecordCount{"kept", &RecordCounts::kept},
    RecordCount{"missing", &RecordCounts::missing},
    RecordCount{"rejected", &RecordCounts::rejected},
    RecordCount{"removed", &RecordCounts::removed, "removed here"}};

/// What became of the files of one kind. Each is in exactly one of the last eight.
struct ImportedKind {
  std::string kind;
  std::uint64_t files = 0;
  RecordCounts records;
  std::uint64_t identical = 0;         ///< proved, as are the next two; in bytes
  std::uint64_t complete = 0;          ///< nothing is missing
  std::uint64_t partial = 0;           ///< but for records that were rejected or kept back
  std::uint64_t nothing = 0;           ///< all of it was rejected or kept back
  std::uint64_t unproved = 0;          ///< came in, or in a dry run would, without a proof
  std::uint64_t salvaged = 0;          ///< damaged: what is in is not all of it
  std::uint64_t already_imported = 0;  ///< the same bytes as before
  std::uint64_t refused = 0;
};

/// In the order in which kinds come in.
[[nodiscard]] std::vector<ImportedKind> kinds_of(const ImportReport& report);
[[nodiscard]] const Rows<ImportedKind>& kind_rows(Run run);
/// On a terminal with the sum of several below.
[[nodiscard]] std::string text_kinds(const ImportReport& report, Run run, const Terminal& terminal);

}  // namespace rlmdb::cli
