// SPDX-License-Identifier: MIT
#pragma once

#include "jobs/source_file.hpp"
#include "jobs/source_kind.hpp"

namespace rlmdb::jobs {

/// What the file is, by its top-level names and its place. A file that may be a tasks.json is one, except
/// where it is a variable's value by its place in an `.aiwg/rlm/`, or lies where the files of loops do. Reads
/// as far as it must. Throws Error invalid_input: a packed file that is damaged.
[[nodiscard]] SourceKind find_source_kind(const SourceFile& source);

}  // namespace rlmdb::jobs
