// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "sources/source_file.hpp"

namespace rlmdb::sources {

/// Whether the top level of the file names `tasks`, as far as it can be read.
[[nodiscard]] bool names_tasks(const SourceFile& source);

/// What kind of file it seems to be that is no task store, as one clause: "it seems to be a Markdown text".
/// Reads its beginning.
[[nodiscard]] std::string guess_kind(const SourceFile& source);

/// "FILE: byte 62 (line 1, column 63) /tasks/0": lines and columns from 1, columns in bytes; of a long
/// pointer the beginning. Reads the file up to there.
[[nodiscard]] std::string place_of_damage(const SourceFile& source, std::uint64_t byte_offset,
                                          std::string_view pointer);
/// The same of a text that is read already, unpacked maybe.
[[nodiscard]] std::string place_of_damage(const SourceFile& source, std::string_view text,
                                          std::uint64_t byte_offset, std::string_view pointer);

/// `where`, and as much of the pointer as helps.
[[nodiscard]] std::string with_pointer(std::string where, std::string_view pointer);

}  // namespace rlmdb::sources
