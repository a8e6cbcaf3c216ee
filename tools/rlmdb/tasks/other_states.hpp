// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "rlmdb/task.hpp"

namespace rlmdb::cli {

/// Tasks whose state is missing or outside the five: in `total` only.
[[nodiscard]] constexpr std::int64_t other_states(const TaskStats& stats) noexcept {
  return stats.total - stats.queued - stats.running - stats.completed - stats.failed - stats.cancelled;
}

}  // namespace rlmdb::cli
