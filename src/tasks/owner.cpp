// SPDX-License-Identifier: MIT
#include "tasks/owner.hpp"

#include <string>
#include <utility>

#include "rlmdb/error.hpp"
#include "util/machine.hpp"
#include "util/process_identity.hpp"

namespace rlmdb::tasks {

namespace {

/// The boot and the namespace cannot change while a process lives.
const util::Machine& this_machine() {
  static const util::Machine machine = util::Machine::here();
  return machine;
}

std::uint64_t start_ticks_of(std::int64_t pid) {
  if (std::in_range<pid_t>(pid) && pid > 0) {
    if (const auto ticks = util::start_ticks(static_cast<pid_t>(pid))) return *ticks;
  }
  throw Error(ErrorCode::not_found, "there is no process " + std::to_string(pid), std::to_string(pid),
              "nothing was claimed; name a process that runs here");
}

}  // namespace

records::Claimant claimant_of(const std::string& owner, const ClaimOptions& options) {
  const util::Machine& machine = this_machine();
  records::Claimant claimant{owner, machine.host, machine.boot_id, options.owner_pid, {}, {}};
  if (options.owner_pid) {
    claimant.start_ticks = static_cast<std::int64_t>(start_ticks_of(*options.owner_pid));
    claimant.pid_namespace = machine.pid_namespace;
  } else {
    claimant.pid = options.noted_pid ? *options.noted_pid : util::own_identity().pid;
  }
  return claimant;
}

}  // namespace rlmdb::tasks
