// SPDX-License-Identifier: MIT
#include "trees/liveness.hpp"

#include <sys/types.h>

#include <utility>

#include "util/process_identity.hpp"

namespace rlmdb::trees {

namespace {

/// A number that no pid can be must not become another process's.
std::optional<pid_t> as_pid(const std::optional<std::int64_t>& number) {
  if (!number || *number <= 0 || !std::in_range<pid_t>(*number)) return std::nullopt;
  return static_cast<pid_t>(*number);
}

Owner legacy_owner(const NodeRow& row, const util::Machine& machine) {
  const std::optional<pid_t> pid = as_pid(row.pid);
  const bool lives =
      pid && row.started_at_ms && util::may_be_of_time(*pid, *row.started_at_ms, machine.boot_time_ms);
  return lives ? Owner::alive : Owner::dead;
}

}  // namespace

Owner owner_of(const NodeRow& row, const util::Machine& machine) {
  if (row.state != TaskState::running) return Owner::none;
  if (!row.claim) return legacy_owner(row, machine);
  return records::state_of_claim(*row.claim, machine) == records::ClaimState::holds ? Owner::claimed
                                                                                    : Owner::dead;
}

void judge_owner(NodeRow& row, const util::Machine& machine) {
  row.owner = owner_of(row, machine);
  if (!row.claim || row.state != TaskState::running) return;
  row.claim_state = records::state_of_claim(*row.claim, machine);
  row.claim_words = records::words_of_claim(*row.claim, machine);
}

std::optional<TaskClaim> shown_claim(const NodeRow& row) {
  if (!row.claim || row.state != TaskState::running) return std::nullopt;
  TaskClaim claim = claim_of(*row.claim);
  claim.is_over = row.owner == Owner::dead;
  return claim;
}

TaskClaim claim_of(const records::StoredClaim& claim) {
  const records::Claimant& by = claim.by;
  const std::string host = by.host.value_or("");
  return {by.owner.value_or(""), host.substr(0, host.find('/')), by.pid, claim.lease_expires_at.value_or("")};
}

void find_owners(std::vector<NodeRow>& rows) {
  std::optional<util::Machine> machine;
  for (NodeRow& row : rows) {
    if (row.state != TaskState::running) continue;
    if (!machine) machine = util::Machine::here();
    judge_owner(row, *machine);
  }
}

}  // namespace rlmdb::trees
