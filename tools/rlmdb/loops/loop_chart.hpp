// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rlmdb/loop.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// The quality of a loop's iterations as an SVG picture in a section of its own: 0 to 100, the best and those
/// with a regression marked. Nothing where no iteration has a score.
[[nodiscard]] std::string loop_chart(const LoopDetails& details);

/// Scores from 0 to 100 as one character each, "▁▄█": the newest `most`, oldest first. Where the locale is
/// not UTF-8 "_.-:=+*#".
[[nodiscard]] std::string sparkline(const std::vector<double>& scores, std::size_t most,
                                    const Terminal& terminal);

}  // namespace rlmdb::cli
