// SPDX-License-Identifier: MIT
#include "tasks/backoff_rules.hpp"

#include <algorithm>

namespace rlmdb::tasks {

namespace {

constexpr std::int64_t k_longest_backoff_ms = 60 * 60 * 1'000;

}  // namespace

std::optional<std::chrono::milliseconds> backoff_after(std::int64_t attempts,
                                                       const records::RetryPolicy& policy) {
  if (attempts >= policy.max_attempts) return std::nullopt;
  std::int64_t backoff_ms = policy.backoff_ms;
  for (std::int64_t i = 1; i < attempts && backoff_ms < k_longest_backoff_ms; ++i) backoff_ms *= 2;
  return std::chrono::milliseconds(std::min(backoff_ms, k_longest_backoff_ms));
}

}  // namespace rlmdb::tasks
