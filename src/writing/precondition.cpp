// SPDX-License-Identifier: MIT
#include "writing/precondition.hpp"

#include <string>

#include "records/tokens.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::writing {

namespace {

[[noreturn]] void refuse(const records::TaskHead& head, const std::string& why, const std::string& hint) {
  throw Error(ErrorCode::conflict, "task " + head.legacy_id + " " + why, head.legacy_id, hint);
}

void require_version(const records::TaskHead& head, const Precondition& only_if) {
  if (only_if.if_version && *only_if.if_version != head.version)
    refuse(head,
           "has version " + std::to_string(head.version) + ", not " + std::to_string(*only_if.if_version),
           "somebody changed it; read it again and decide anew");
}

/// What only the one who works on a task does.
bool is_workers(Verb verb) noexcept {
  return verb != Verb::cancel && verb != Verb::retry && verb != Verb::claim;
}

void require_token(const records::TaskHead& head, const Precondition& only_if, std::optional<Verb> verb) {
  const bool is_claimed = head.token && state_of(head) == TaskState::running;
  if (only_if.token) {
    if (!is_claimed)
      refuse(
          head, "is not claimed any more (it is " + head.state.value_or("in no state") + ")",
          "the claim of token " + std::to_string(*only_if.token) + " has ended; its work must not be stored");
    if (*only_if.token != *head.token)
      refuse(head, "is claimed under another token than " + std::to_string(*only_if.token),
             "somebody else works on it; this work must not be stored");
  } else if (is_claimed && verb && is_workers(*verb) && only_if.force == Force::no) {
    refuse(head, "is claimed until " + head.lease_expires_at.value_or("it is released"),
           "give the token of the claim, or force the change");
  }
}

}  // namespace

TaskState state_of(const records::TaskHead& head) noexcept {
  return head.state ? records::find_task_state(*head.state).value_or(TaskState::unknown) : TaskState::unknown;
}

void require_allowed(const records::TaskHead& head, const Precondition& only_if, std::optional<Verb> verb) {
  require_version(head, only_if);
  require_token(head, only_if, verb);
  if (!verb || only_if.force == Force::yes) return;
  if (const auto why = refusal(*verb, state_of(head), head.state.value_or("")))
    refuse(head, *why, "look at it with `rlmdb show`; --force changes any state");
}

}  // namespace rlmdb::writing
