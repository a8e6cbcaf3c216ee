// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// Scores from 0 to 100 as one character each, "▁▄█": the newest `most`, oldest first. Where the locale is
/// not UTF-8 "_.-:=+*#".
[[nodiscard]] std::string sparkline(const std::vector<double>& scores, std::size_t most,
                                    const Terminal& terminal);

}  // namespace rlmdb::cli
