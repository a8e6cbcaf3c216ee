// SPDX-License-Identifier: MIT
#include "tasks/owner.hpp"

#include <string>
#include <utility>

#include "rlmdb/error.hpp"
#include "trees/liveness.hpp"
#include "util/process_identity.hpp"

namespace rlmdb::tasks {

namespace {

/// The boot and the namespace cannot change while a process lives.
const trees::Machine& this_machine() {
  static const trees::Machine machine = trees::Machine::here();
  return machine;
}

util::ProcessIdentity identity_of(std::int64_t pid) {
  if (std::in_range<pid_t>(pid) && pid > 0) {
    if (const auto ticks = util::start_ticks(static_cast<pid_t>(pid)))
      return {static_cast<pid_t>(pid), *ticks};
  }
  throw Error(ErrorCode::not_found, "there is no process " + std::to_string(pid), std::to_string(pid),
              "nothing was claimed; name a process that runs here");
}

}  // namespace

records::Owner owner_of_claim(const std::optional<std::int64_t>& pid) {
  const util::ProcessIdentity identity = pid ? identity_of(*pid) : util::own_identity();
  return {identity.pid, static_cast<std::int64_t>(identity.start_ticks), this_machine().boot_id,
          this_machine().pid_namespace};
}

}  // namespace rlmdb::tasks
