// SPDX-License-Identifier: MIT
#include "writing/claimant.hpp"

#include <utility>

#include "rlmdb/error.hpp"
#include "util/process_identity.hpp"

namespace rlmdb::writing {

namespace {

std::uint64_t start_ticks_of(std::int64_t pid) {
  if (std::in_range<pid_t>(pid) && pid > 0) {
    if (const auto ticks = util::start_ticks(static_cast<pid_t>(pid))) return *ticks;
    if (util::pid_exists(static_cast<pid_t>(pid)))
      throw Error(ErrorCode::io,
                  "process " + std::to_string(pid) + " is hidden: when it began cannot be seen",
                  "/proc/" + std::to_string(pid) + "/stat",
                  "nothing was changed; run rlmdb as the user of that process, or where /proc shows it "
                  "(hidepid=0), or name no process");
  }
  throw Error(ErrorCode::not_found, "there is no process " + std::to_string(pid), std::to_string(pid),
              "nothing was changed; name a process that runs here");
}

}  // namespace

const util::Machine& this_machine() {
  static const util::Machine machine = util::Machine::here();
  return machine;
}

records::Claimant claimant_of(const std::string& owner, std::optional<std::int64_t> judged_pid) {
  const util::Machine& machine = this_machine();
  records::Claimant claimant{owner, machine.host, machine.boot_id, judged_pid, {}, {}};
  if (judged_pid) {
    claimant.start_ticks = static_cast<std::int64_t>(start_ticks_of(*judged_pid));
    claimant.pid_namespace = machine.pid_namespace;
  }
  return claimant;
}

}  // namespace rlmdb::writing
