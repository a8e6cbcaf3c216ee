// SPDX-License-Identifier: MIT
#include "tasks/backoff_rules.hpp"

#include <algorithm>

#include "util/instant.hpp"

namespace rlmdb::tasks {

namespace {

constexpr std::int64_t k_longest_backoff_ms = k_longest_backoff.count();

}  // namespace

bool lies_ahead(const records::NotBefore& not_before, std::string_view now) {
  if (not_before.time <= now) return false;
  if (not_before.is_scheduled) return true;
  const std::optional<std::int64_t> end = util::instant_ms(not_before.time);
  const std::optional<std::int64_t> begin = util::instant_ms(now);
  return !end || !begin || *end - *begin <= k_longest_backoff_ms;
}

std::optional<std::chrono::milliseconds> backoff_after(std::int64_t attempts,
                                                       const records::RetryPolicy& policy) {
  if (attempts >= policy.max_attempts) return std::nullopt;
  std::int64_t backoff_ms = policy.backoff_ms;
  for (std::int64_t i = 1; i < attempts && backoff_ms < k_longest_backoff_ms; ++i) backoff_ms *= 2;
  return std::chrono::milliseconds(std::min(backoff_ms, k_longest_backoff_ms));
}

}  // namespace rlmdb::tasks
