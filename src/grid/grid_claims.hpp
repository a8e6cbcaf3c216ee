// SPDX-License-Identifier: MIT
/// What a mission's files claim that can be looked at: commits and files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "grid/grid_snapshot.hpp"

namespace rlmdb::grid {

struct GridClaim {
  std::string where;                    ///< "phases/01-foundation/01-SUMMARY.md /commits/0/hash"
  std::string text;                     ///< the hash, or the file's path from the project's root
  std::optional<std::int64_t> lines{};  ///< of a file
  bool is_readable = true;              ///< false: something stands there, and nobody can say what it claims
};

// Of each list an element is a text or an object that has it.

/// The hashes of summaries' commits and of completed threads.
[[nodiscard]] std::vector<GridClaim> claimed_commits(const GridSnapshot& snapshot);
/// The files that summaries say were created or modified: `artifacts_created`, `key-files`.
[[nodiscard]] std::vector<GridClaim> claimed_artifacts(const GridSnapshot& snapshot);
/// The texts of `claims`, each once.
[[nodiscard]] std::vector<std::string> texts_of(std::span<const GridClaim> claims);

enum class DiskClaim {
  exists,
  missing,
  outside,     ///< the path leads out of the project, or through a symbolic link; it was not followed
  not_a_file,  ///< a directory, a device…
};

struct DiskFile {
  DiskClaim claim = DiskClaim::missing;
  std::optional<std::int64_t> lines{};  ///< nullopt: nobody counted
};

/// What lies beneath a project's root.
struct DiskFacts {
  bool is_known = false;  ///< false: nobody looked
  std::map<std::string, DiskFile> files{};
};

/// Looks at the first 10,000 of `paths` beneath `root`, and counts their lines (a last one without a newline
/// is one), but for files over 16 MiB, what is beyond 1 GiB of all together, and one that is written to
/// meanwhile. Throws Error io for what the system refuses. Costs the reading of these files, one by one.
[[nodiscard]] DiskFacts disk_facts(const std::filesystem::path& root, std::span<const std::string> paths);

}  // namespace rlmdb::grid
