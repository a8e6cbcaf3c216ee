// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace rlmdb::db {

/// Nobody writes: no locks, no -wal, no -shm.
inline constexpr std::string_view k_immutable = "immutable=1";
/// Nobody else uses the file, or only as agreed: no locks.
inline constexpr std::string_view k_without_locks = "nolock=1";

/// A path as a SQLite URI with one of the promises above.
[[nodiscard]] std::string file_uri(const std::filesystem::path& path, std::string_view promise);

}  // namespace rlmdb::db
