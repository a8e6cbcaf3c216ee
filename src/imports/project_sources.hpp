// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "rlmdb/finding.hpp"
#include "sources/source_kind.hpp"

namespace rlmdb::imports {

struct FoundSource {
  std::filesystem::path path;
  std::optional<sources::SourceKind> kind;  ///< nullopt: a file that was named by itself
  std::optional<std::string_view> text{};   ///< what the file says; nullopt: it is read
  /// One that is damaged is kept as it is and does not hold the others back.
  [[nodiscard]] bool may_be_damaged() const { return kind && *kind != sources::SourceKind::tasks; }
};

struct ProjectSources {
  std::vector<FoundSource> files;
  std::vector<Finding> left_aside;  ///< what a directory has besides; sorted
};

/// Every directory among the paths replaced by the legacy files in it, in the order in which they have to
/// come in. Files of `database` are none of them, and are not opened: to close one would give up the locks
/// that this process holds on it. Errors: invalid_input for a directory that is no legacy project, or has no
/// legacy file.
[[nodiscard]] ProjectSources find_sources(const std::vector<std::filesystem::path>& paths,
                                          const std::filesystem::path& database);

/// Error conflict where the folder of a project is a symbolic link: none is followed.
void require_no_link(const std::filesystem::path& folder);

/// The same of one directory, which may have no legacy file.
[[nodiscard]] ProjectSources sources_beneath(const std::filesystem::path& directory,
                                             const std::filesystem::path& database);

/// Where a directory of a legacy project lies.
struct DirectoryOfProject {
  std::filesystem::path root;  ///< that of the project; symbolic links resolved
  std::string place;           ///< from there on: ".aiwg/rlm/trees", ".grid"; "": it is the root
};

/// Error not_found; invalid_input: no legacy project's.
[[nodiscard]] DirectoryOfProject find_in_project(const std::filesystem::path& directory);

}  // namespace rlmdb::imports
