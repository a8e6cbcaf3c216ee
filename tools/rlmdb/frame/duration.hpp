// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace rlmdb::cli {

/// So long that no point in time computed with it leaves the years of four digits.
inline constexpr std::chrono::days k_longest_duration{36'500};

/// As a user would write it: "15m", "7d", "0s".
[[nodiscard]] std::string duration_option(std::chrono::milliseconds duration);

/// "500ms", "30s", "15m", "2h", "7d": a whole number and one unit. Anything else, also what is longer than
/// k_longest_duration, is Error usage that names `option` and the units.
[[nodiscard]] std::chrono::milliseconds parse_duration(std::string_view option, std::string_view text);

}  // namespace rlmdb::cli
