// SPDX-License-Identifier: MIT
/// What of an iteration is worse than the baseline of its loop.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/loop.hpp"

namespace rlmdb::loops {

/// Of an entry of iteration_history, by `baseline`, the loop's baseline_metrics ("" or null: it has none).
/// What the entry does not say has not fallen. Each without an event_id.
[[nodiscard]] std::vector<LoopFall> falls_below(std::string_view baseline, std::string_view entry);

/// The regression that it is, as add_regression() takes it.
[[nodiscard]] std::string regression_of(const LoopFall& fall, std::int64_t iteration,
                                        std::string_view timestamp);

}  // namespace rlmdb::loops
