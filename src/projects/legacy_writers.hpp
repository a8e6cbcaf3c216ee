// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

namespace rlmdb::projects {

/// The `.aiwg/` and the `.grid/` of the project, as far as they are there. Throws Error not_found where none
/// is.
[[nodiscard]] std::vector<std::filesystem::path> require_project(const std::filesystem::path& root);

/// Throws Error conflict while a process lives that a file of the `.aiwg/` among them names as its writer.
/// (In a `.grid/` no process is named.)
void require_no_legacy_writer(const std::vector<std::filesystem::path>& folders);

}  // namespace rlmdb::projects
