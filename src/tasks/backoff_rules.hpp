// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "records/task_head.hpp"

namespace rlmdb::tasks {

inline constexpr std::chrono::milliseconds k_longest_backoff = std::chrono::hours(1);

/// Whether a task still waits for that at `now`, a UTC text. A backoff that ends further ahead than the longest was
/// written while a clock was ahead, and is over: it would hold the task for as long as the clock was wrong.
[[nodiscard]] bool lies_ahead(const records::NotBefore& not_before, std::string_view now);

/// How long a task that has lost that many attempts waits for the next one; nullopt: it gets none.
[[nodiscard]] std::optional<std::chrono::milliseconds> backoff_after(std::int64_t attempts,
                                                                     const records::RetryPolicy& policy);

}  // namespace rlmdb::tasks
