// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "rlmdb/loop.hpp"

namespace rlmdb::cli {

/// The quality of a loop's iterations as an SVG picture in a section of its own: 0 to 100, the best and those
/// with a regression marked. Nothing where no iteration has a score.
[[nodiscard]] std::string loop_chart(const LoopDetails& details);

}  // namespace rlmdb::cli
