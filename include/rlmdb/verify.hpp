// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "rlmdb/import.hpp"

namespace rlmdb {

/// A value outside an enum or a pattern of the legacy schemas: kept and exported as it is, no difference.
struct Oddity {
  /// "task-0003 /metadata/node_id", a record and a pointer into it as `rlmdb show` prints it, or by tree and
  /// node id where it has no store id; "TREE NODE /status", a node as the tree's document has it; "TREE
  /// /version", the document itself; "TREE tree_id"
  std::string where;
  std::string value;  ///< its JSON text, cut after some 60 bytes
  std::string rule;   ///< "one of queued, running…", or the pattern as a regular expression
};

struct VerifyReport {
  std::uint64_t tasks_checked = 0;
  std::uint64_t finding_count = 0;
  std::vector<Finding> findings;  ///< the first 1,000; empty and count 0 = no difference
  std::uint64_t oddity_count = 0;
  /// The first 1,000 of them: ids of trees, each once, by id; records in store order; what documents say
  /// besides
  std::vector<Oddity> oddities;
};

/// Checks the database against itself: SQLite's integrity_check and foreign_key_check, counts and digests of
/// every import against the rows, layouts, residue and references. On the way it lists values outside the
/// schemas' enums and patterns; null and absent are no such values, and a damaged file is not asked. Reads
/// everything once, tree documents twice; writes nothing.
[[nodiscard]] VerifyReport verify(const Store& store);

/// Compares the database with a legacy tasks.json, record by record: missing, extra and differing records,
/// each with the JSON pointer of its first difference. No oddities. Reads both once, writes nothing.
[[nodiscard]] VerifyReport verify_against(const Store& store, const std::filesystem::path& tasks_json);

}  // namespace rlmdb
