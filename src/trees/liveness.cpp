// SPDX-License-Identifier: MIT
#include "trees/liveness.hpp"

#include <unistd.h>

#include <utility>

#include "util/process_identity.hpp"

namespace rlmdb::trees {

namespace {

constexpr std::int64_t k_start_slack_ms = 5'000;

/// A number that no pid can be must not become another process's.
std::optional<pid_t> as_pid(const std::optional<std::int64_t>& number) {
  if (!number || *number <= 0 || !std::in_range<pid_t>(*number)) return std::nullopt;
  return static_cast<pid_t>(*number);
}

Owner legacy_owner(const NodeRow& row, const util::Machine& machine) {
  const std::optional<pid_t> pid = as_pid(row.pid);
  if (!pid || !row.started_at_ms) return Owner::dead;
  if (machine.boot_time_ms >= *row.started_at_ms) return Owner::dead;
  const std::optional<std::uint64_t> ticks = util::start_ticks(*pid);
  if (!ticks || !util::is_alive({*pid, *ticks})) return Owner::dead;
  const std::int64_t started_ms =
      machine.boot_time_ms + static_cast<std::int64_t>(*ticks) * 1000 / sysconf(_SC_CLK_TCK);
  return started_ms <= *row.started_at_ms + k_start_slack_ms ? Owner::alive : Owner::dead;
}

}  // namespace

Owner owner_of(const NodeRow& row, const util::Machine& machine) {
  if (row.state != TaskState::running) return Owner::none;
  if (!row.claim) return legacy_owner(row, machine);
  return records::state_of_claim(*row.claim, machine) == records::ClaimState::holds ? Owner::claimed
                                                                                    : Owner::dead;
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
    row.owner = owner_of(row, *machine);
  }
}

}  // namespace rlmdb::trees
