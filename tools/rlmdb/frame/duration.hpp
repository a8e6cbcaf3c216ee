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

struct ReadDuration {
  std::chrono::milliseconds length{0};
  std::string problem;  ///< what is wrong with the text, as behind the name of an option; "": nothing
};

/// "90s", "1d12h", "1 day 12 hours": whole numbers, each with a unit, from the largest unit to the smallest and
/// each unit once; spaces may stand between. At most k_longest_duration.
[[nodiscard]] ReadDuration read_duration(std::string_view text);

/// The same for the value of an option; Error usage names `option` and the units.
[[nodiscard]] std::chrono::milliseconds parse_duration(std::string_view option, std::string_view text);

}  // namespace rlmdb::cli
