// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "rlmdb/import.hpp"

namespace rlmdb {

struct VerifyReport {
  std::uint64_t tasks_checked = 0;
  std::uint64_t finding_count = 0;
  std::vector<Finding> findings;  ///< the first 1,000; empty and count 0 = no difference
};

/// Checks the database against itself: SQLite's integrity_check and foreign_key_check, counts and digests of
/// every import against the rows, layouts, residue and references. Reads everything once, writes nothing.
[[nodiscard]] VerifyReport verify(const Store& store);

/// Compares the database with a legacy tasks.json, record by record: missing, extra and differing records,
/// each with the JSON pointer of its first difference. Reads both once, writes nothing.
[[nodiscard]] VerifyReport verify_against(const Store& store, const std::filesystem::path& tasks_json);

}  // namespace rlmdb
