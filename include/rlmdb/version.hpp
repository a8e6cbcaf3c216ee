// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace rlmdb {

/// Version of the library, "major.minor.patch".
[[nodiscard]] std::string_view library_version() noexcept;

/// Number of the newest migration this library knows; equals `PRAGMA user_version` of a database it made.
[[nodiscard]] int schema_version() noexcept;

/// `PRAGMA application_id` of every rlmdb database: the bytes "rlmd" read as a big-endian integer.
inline constexpr int k_application_id = 0x726c6d64;

}  // namespace rlmdb
