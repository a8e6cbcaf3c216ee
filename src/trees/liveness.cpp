// SPDX-License-Identifier: MIT
#include "trees/liveness.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <utility>

#include "util/clock.hpp"
#include "util/instant.hpp"
#include "util/process_identity.hpp"

namespace rlmdb::trees {

namespace {

constexpr std::int64_t k_start_slack_ms = 5'000;

std::optional<std::int64_t> own_pid_namespace() {
  struct stat status {};
  if (stat("/proc/self/ns/pid", &status) != 0) return std::nullopt;
  return static_cast<std::int64_t>(status.st_ino);
}

/// A number that no pid can be must not become another process's.
std::optional<pid_t> as_pid(const std::optional<std::int64_t>& number) {
  if (!number || *number <= 0 || !std::in_range<pid_t>(*number)) return std::nullopt;
  return static_cast<pid_t>(*number);
}

Owner legacy_owner(const NodeRow& row, const Machine& machine) {
  const std::optional<pid_t> pid = as_pid(row.pid);
  if (!pid || !row.started_at_ms) return Owner::dead;
  if (machine.boot_time_ms >= *row.started_at_ms) return Owner::dead;
  const std::optional<std::uint64_t> ticks = util::start_ticks(*pid);
  if (!ticks || !util::is_alive({*pid, *ticks})) return Owner::dead;
  const std::int64_t started_ms =
      machine.boot_time_ms + static_cast<std::int64_t>(*ticks) * 1000 / sysconf(_SC_CLK_TCK);
  return started_ms <= *row.started_at_ms + k_start_slack_ms ? Owner::alive : Owner::dead;
}

/// A lease that ends at no time that can be read does not end.
bool lease_expired(const OwnerClaim& claim) {
  const auto end = util::instant_ms(claim.lease_expires_at.value_or(""));
  return end && *end < util::now_ms();
}

Owner claimed_owner(const OwnerClaim& claim, const Machine& machine) {
  const std::optional<pid_t> pid = as_pid(claim.pid);
  const bool is_here = claim.boot_id == machine.boot_id && pid && claim.start_ticks && claim.pid_namespace &&
                       claim.pid_namespace == machine.pid_namespace;
  if (!is_here) return lease_expired(claim) ? Owner::dead : Owner::unknown;
  const util::ProcessIdentity identity{*pid, static_cast<std::uint64_t>(*claim.start_ticks)};
  return util::is_alive(identity) ? Owner::alive : Owner::dead;
}

}  // namespace

Machine Machine::here() {
  Machine machine;
  machine.boot_id = util::boot_id();
  machine.boot_time_ms = util::boot_time_s().value_or(0) * 1000;
  machine.pid_namespace = own_pid_namespace();
  return machine;
}

Owner owner_of(const NodeRow& row, const Machine& machine) {
  if (row.state != TaskState::running) return Owner::none;
  const bool is_claimed = row.claim.boot_id || row.claim.pid || row.claim.lease_expires_at;
  return is_claimed ? claimed_owner(row.claim, machine) : legacy_owner(row, machine);
}

void find_owners(std::vector<NodeRow>& rows) {
  std::optional<Machine> machine;
  for (NodeRow& row : rows) {
    if (row.state != TaskState::running) continue;
    if (!machine) machine = Machine::here();
    row.owner = owner_of(row, *machine);
  }
}

}  // namespace rlmdb::trees
