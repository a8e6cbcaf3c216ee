// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>

namespace rlmdb::imports {

/// Error io when the file system of `database` has less than `bytes` free for this user. Asked before a job
/// begins, so that it does not fill the disk first and fail then.
void require_free_space(const std::filesystem::path& database, std::uint64_t bytes);

}  // namespace rlmdb::imports
