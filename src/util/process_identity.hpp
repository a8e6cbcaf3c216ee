// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

namespace rlmdb::util {

/// A process that cannot be mistaken for a later one of the same pid (within one boot).
struct ProcessIdentity {
  pid_t pid = 0;
  std::uint64_t start_ticks = 0;  ///< field 22 of /proc/<pid>/stat: clock ticks after boot

  bool operator==(const ProcessIdentity&) const = default;
};

/// The calling process. Read from /proc once and again after a fork.
[[nodiscard]] ProcessIdentity own_identity();

/// Start time of `pid`, or nullopt when no such process is visible.
[[nodiscard]] std::optional<std::uint64_t> start_ticks(pid_t pid);

/// True while exactly this process exists; a zombie no longer counts, but for a guard (rlmdb/guard.hpp). True
/// also where /proc hides a process of that pid: which one it is stays unknown. Never signals anything.
[[nodiscard]] bool is_alive(const ProcessIdentity& identity);

/// True while a process has this pid that has not ended; also where /proc does not show it.
[[nodiscard]] bool pid_exists(pid_t pid);

/// Whether a process of that pid that has not ended began before `time_ms` or soon after it; both times are since
/// 1970 UTC, and `boot_time_ms` is when the machine was started. True also where /proc hides it: it may be the one that somebody meant at that time.
[[nodiscard]] bool may_be_of_time(pid_t pid, std::int64_t time_ms, std::int64_t boot_time_ms);

/// /proc/sys/kernel/random/boot_id without the newline. Throws Error io, with what to do, when it cannot be read.
[[nodiscard]] std::string boot_id();

/// When this boot began, in seconds since 1970 UTC (`btime` of /proc/stat); nullopt when it cannot be read.
[[nodiscard]] std::optional<std::int64_t> boot_time_s();

}  // namespace rlmdb::util
