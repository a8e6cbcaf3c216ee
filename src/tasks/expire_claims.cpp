// SPDX-License-Identifier: MIT
#include "tasks/expire_claims.hpp"

#include "tasks/backoff_rules.hpp"
#include "tasks/run_details.hpp"
#include "writing/holds.hpp"

namespace rlmdb::tasks {

namespace {

constexpr std::int64_t k_most_at_once = 100;
constexpr std::string_view k_exhausted = "attempts_exhausted";

/// Errors of attempts before stay, before this one.
void give_up(writing::TaskWriter& writer, records::TaskHead head) {
  if (head.has_error)
    head = with_failed_result(writer, head, {std::string(k_exhausted)}, {},
                              {.kind = EventKind::task_updated, .reason = k_exhausted});
  records::NewState next = writing::unchanged(head);
  ++next.attempts;
  next.state = "failed";
  next.completed_at = writer.now();
  next.end = records::EndMember::error;
  next.end_value = records::Cell::of_text(k_exhausted);
  (void)writer.change_state(head, next, {.kind = EventKind::task_failed, .reason = k_exhausted});
}

void queue_again(writing::TaskWriter& writer, const records::TaskHead& head, records::NewState next,
                 std::chrono::milliseconds backoff) {
  next.state = "queued";
  next.not_before = records::NotBefore{writer.later(backoff)};
  (void)writer.change_state(head, next, {.kind = EventKind::task_retried, .reason = "lease_expired"});
}

void end_claim(writing::TaskWriter& writer, const records::TaskHead& head) {
  records::NewState next = writing::unchanged(head);
  ++next.attempts;
  if (const auto backoff = backoff_after(next.attempts, writer.heads().retry_policy(head.id)))
    queue_again(writer, head, next, *backoff);
  else
    give_up(writer, head);
}

}  // namespace

Ended expire_claims(writing::TaskWriter& writer, ReadyRows& ready) {
  const bool any_hold = writing::end_holds(writer.connection());
  const std::vector<Due> due = ready.due(writer.now(), writer.later(k_longest_backoff), k_most_at_once);
  for (const Due& task : due) {
    if (task.is_running) {
      end_claim(writer, writer.heads().get(task.id));
    } else {
      writer.heads().schedule(task.id, std::nullopt);
    }
  }
  return {any_hold || !due.empty(), due.size() == static_cast<std::size_t>(k_most_at_once)};
}

}  // namespace rlmdb::tasks
