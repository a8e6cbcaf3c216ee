// SPDX-License-Identifier: MIT
#include "util/machine.hpp"

#include <sys/stat.h>

#include "util/process_identity.hpp"
#include "util/user_and_host.hpp"

namespace rlmdb::util {

namespace {

std::optional<std::int64_t> own_pid_namespace() {
  struct stat status {};
  if (stat("/proc/self/ns/pid", &status) != 0) return std::nullopt;
  return static_cast<std::int64_t>(status.st_ino);
}

}  // namespace

Machine Machine::here() {
  return {host_identity(), util::boot_id(), boot_time_s().value_or(0) * 1000, own_pid_namespace()};
}

}  // namespace rlmdb::util
