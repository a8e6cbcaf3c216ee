// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <ctime>

namespace rlmdb::util {

/// Since 1970.
[[nodiscard]] std::int64_t nanoseconds_of(const timespec& time) noexcept;

/// Gives an open file the time as the one when it was last written. What cannot be done is left: a time is
/// no content.
void set_modified(int descriptor, std::int64_t nanoseconds) noexcept;

}  // namespace rlmdb::util
