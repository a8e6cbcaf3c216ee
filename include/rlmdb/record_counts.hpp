// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace rlmdb {

/// What became of the records of one source. Every record read is in exactly one of added, changed,
/// unchanged, kept, rejected and removed, except those that a later one of the same id replaces.
struct RecordCounts {
  std::uint64_t read = 0;   ///< elements of `tasks`
  std::uint64_t added = 0;  ///< "new" in JSON
  std::uint64_t changed = 0;
  std::uint64_t unchanged = 0;
  std::uint64_t kept = 0;     ///< changed only here, or skipped by on_conflict
  std::uint64_t missing = 0;  ///< imported earlier from this source, no longer in it; kept
  std::uint64_t rejected = 0;
  std::uint64_t removed = 0;  ///< left out, because they had been removed here
};

}  // namespace rlmdb
