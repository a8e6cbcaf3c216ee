// SPDX-License-Identifier: MIT
#pragma once

#include "sources/source_file.hpp"
#include "sources/source_kind.hpp"

namespace rlmdb::imports {

/// What the file is, by its top-level names and its place. A file that may be a tasks.json is one, except
/// where it is a variable's value by its place in an `.aiwg/rlm/`, or lies where the files of loops do; in an
/// `.aiwg/` any other that nothing is known of is kept whole. Reads as far as it must. Throws Error
/// invalid_input: a packed file that is damaged.
[[nodiscard]] sources::SourceKind find_source_kind(const sources::SourceFile& source);

}  // namespace rlmdb::imports
