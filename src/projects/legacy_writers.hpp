// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace rlmdb::projects {

/// The `.aiwg/` of the project. Throws Error not_found where there is none.
[[nodiscard]] std::filesystem::path require_project(const std::filesystem::path& root);

/// Throws Error conflict while a process lives that a legacy file names as its writer.
void require_no_legacy_writer(const std::filesystem::path& aiwg);

}  // namespace rlmdb::projects
