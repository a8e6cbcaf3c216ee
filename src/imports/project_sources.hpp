// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include "rlmdb/finding.hpp"

namespace rlmdb::imports {

struct ProjectSources {
  std::vector<std::filesystem::path> files;
  std::vector<Finding> left_aside;  ///< what a directory has besides; sorted
};

/// Every directory among the paths replaced by the legacy files in it, in the order in which they have to
/// come in. Errors: invalid_input for a directory that is no legacy project, or has no legacy file.
[[nodiscard]] ProjectSources find_sources(const std::vector<std::filesystem::path>& paths);

}  // namespace rlmdb::imports
