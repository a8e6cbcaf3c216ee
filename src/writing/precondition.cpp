// SPDX-License-Identifier: MIT
#include "writing/precondition.hpp"

#include <string>

#include "records/tokens.hpp"
#include "rlmdb/error.hpp"
#include "writing/holds.hpp"

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

bool is_claimed(const records::TaskHead& head) {
  return head.token && state_of(head) == TaskState::running;
}

void require_own_token(const records::TaskHead& head, std::int64_t token) {
  if (!is_claimed(head))
    refuse(head, "is not claimed any more (it is " + head.state.value_or("in no state") + ")",
           "the claim of token " + std::to_string(token) + " has ended; its work must not be stored");
  if (token != *head.token)
    refuse(head, "is claimed under another token than " + std::to_string(token),
           "somebody else works on it; this work must not be stored");
}

bool needs_token(const records::TaskHead& head, const Precondition& only_if) {
  return is_claimed(head) && !only_if.token && only_if.force == Force::no;
}

[[noreturn]] void refuse_claimed(const records::TaskHead& head, const records::StoredClaim& claim,
                                 const util::Machine& machine) {
  refuse(head, "is claimed by " + records::words_of_claim(claim, machine),
         "give the token of the claim (--token), or force the change (--force)");
}

/// Of a queued task that somebody else keeps for himself.
void require_not_kept(records::TaskHeads& heads, const records::TaskHead& head, const Precondition& only_if) {
  if (only_if.force == Force::yes || state_of(head) != TaskState::queued) return;
  if (const auto hold = hold_of_another(heads.connection(), head.id))
    refuse(head, reason_of_hold(*hold), "its owner lets it go, or force the change (--force)");
}

}  // namespace

TaskState state_of(const records::TaskHead& head) noexcept {
  return head.state ? records::find_task_state(*head.state).value_or(TaskState::unknown) : TaskState::unknown;
}

void require_expected(const records::TaskHead& head, const Precondition& only_if) {
  require_version(head, only_if);
  if (only_if.token) require_own_token(head, *only_if.token);
}

void require_not_held(records::TaskHeads& heads, const records::TaskHead& head, const Precondition& only_if) {
  require_expected(head, only_if);
  require_not_kept(heads, head, only_if);
  if (!needs_token(head, only_if)) return;
  const records::StoredClaim claim = heads.claim(head.id).value_or(records::StoredClaim{});
  const util::Machine machine = util::Machine::here();
  if (records::state_of_claim(claim, machine) == records::ClaimState::holds)
    refuse_claimed(head, claim, machine);
}

void require_allowed(records::TaskHeads& heads, const records::TaskHead& head, const Precondition& only_if,
                     Verb verb) {
  if (is_workers(verb)) {
    require_expected(head, only_if);
    require_not_kept(heads, head, only_if);
    if (needs_token(head, only_if))
      refuse_claimed(head, heads.claim(head.id).value_or(records::StoredClaim{}), util::Machine::here());
  } else {
    require_not_held(heads, head, only_if);
  }
  if (only_if.force == Force::yes) return;
  if (const auto why = refusal(verb, state_of(head), head.state.value_or("")))
    refuse(head, *why, "look at it with `rlmdb show`; --force changes any state");
}

}  // namespace rlmdb::writing
