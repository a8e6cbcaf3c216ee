// SPDX-License-Identifier: MIT
#include "writing/transitions.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "records/tokens.hpp"

namespace rlmdb::writing {

namespace {

struct Transition {
  Verb verb;
  std::string_view word;  ///< "a task is WORD only from …"
  EventKind kind;
  TaskState to;
  std::array<TaskState, 2> from;  ///< the second may repeat the first
};

using enum TaskState;

constexpr std::array k_transitions{
    Transition{Verb::start, "started", EventKind::task_started, running, {queued, queued}},
    Transition{Verb::claim, "claimed", EventKind::task_claimed, running, {queued, queued}},
    Transition{Verb::complete, "completed", EventKind::task_completed, completed, {running, running}},
    Transition{Verb::fail, "failed", EventKind::task_failed, failed, {running, queued}},
    Transition{Verb::cancel, "cancelled", EventKind::task_cancelled, cancelled, {running, queued}},
    Transition{Verb::retry, "retried", EventKind::task_retried, queued, {failed, cancelled}},
    Transition{Verb::release, "released", EventKind::task_released, queued, {running, running}},
    Transition{Verb::append, "given output", EventKind::task_updated, running, {running, running}},
    Transition{Verb::heartbeat, "kept by a heartbeat", EventKind::task_updated, running, {running, running}},
};

const Transition& transition_of(Verb verb) noexcept {
  return *std::find_if(k_transitions.begin(), k_transitions.end(),
                       [verb](const Transition& transition) { return transition.verb == verb; });
}

bool comes_from(const Transition& transition, TaskState state) noexcept {
  return transition.from[0] == state || transition.from[1] == state;
}

}  // namespace

TaskState state_after(Verb verb) noexcept {
  return transition_of(verb).to;
}

EventKind event_kind(Verb verb) noexcept {
  return transition_of(verb).kind;
}

std::optional<std::string> refusal(Verb verb, TaskState state, std::string_view state_text) {
  const Transition& transition = transition_of(verb);
  if (comes_from(transition, state)) return std::nullopt;
  // Another program's word, or none: somebody has to say where the task stands.
  if (verb == Verb::retry && state == unknown) return std::nullopt;
  std::string text = "is " + (state_text.empty() ? "in no state" : std::string(state_text)) +
                     ", and a task is " + std::string(transition.word) + " only when it is " +
                     std::string(to_text(transition.from[0]));
  if (transition.from[1] != transition.from[0]) text += " or " + std::string(to_text(transition.from[1]));
  return text;
}

bool may_follow(TaskState before, TaskState after) noexcept {
  if (before == after || before == unknown) return true;
  return std::any_of(k_transitions.begin(), k_transitions.end(), [&](const Transition& transition) {
    return transition.to == after && comes_from(transition, before);
  });
}

bool is_ended(TaskState state) noexcept {
  return state == completed || state == failed || state == cancelled;
}

}  // namespace rlmdb::writing
