// SPDX-License-Identifier: MIT
#include "tasks/expire_claims.hpp"

#include <algorithm>

namespace rlmdb::tasks {

namespace {

constexpr std::int64_t k_most_at_once = 100;
constexpr std::int64_t k_longest_backoff_ms = 60 * 60 * 1'000;
constexpr std::string_view k_exhausted = "attempts_exhausted";

std::chrono::milliseconds backoff_after(std::int64_t attempts, std::int64_t first_ms) {
  std::int64_t backoff_ms = first_ms;
  for (std::int64_t i = 1; i < attempts && backoff_ms < k_longest_backoff_ms; ++i) backoff_ms *= 2;
  return std::chrono::milliseconds(std::min(backoff_ms, k_longest_backoff_ms));
}

void end_claim(writing::TaskWriter& writer, const records::TaskHead& head) {
  records::NewState next = writing::unchanged(head);
  ++next.attempts;
  const records::RetryPolicy policy = writer.heads().retry_policy(head.id);
  if (next.attempts >= policy.max_attempts) {
    next.state = "failed";
    next.completed_at = writer.now();
    next.end = records::EndMember::error;
    next.end_value = records::Cell::of_text(k_exhausted);
    (void)writer.change_state(head, next, {.kind = "task:failed", .reason = k_exhausted});
    return;
  }
  const std::string not_before = writer.later(backoff_after(next.attempts, policy.backoff_ms));
  next.state = "queued";
  next.not_before = not_before;
  (void)writer.change_state(head, next, {.kind = "task:retried", .reason = "lease_expired"});
}

}  // namespace

Ended expire_claims(writing::TaskWriter& writer, ReadyRows& ready) {
  const std::vector<Due> due = ready.due(writer.now(), k_most_at_once);
  for (const Due& task : due) {
    if (task.is_running) {
      end_claim(writer, writer.heads().get(task.id));
    } else {
      writer.heads().end_backoff(task.id);
    }
  }
  return {!due.empty(), due.size() == static_cast<std::size_t>(k_most_at_once)};
}

}  // namespace rlmdb::tasks
