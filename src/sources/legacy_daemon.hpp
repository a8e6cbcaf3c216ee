// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>

namespace rlmdb::sources {

/// The process that may be writing `tasks_json`: the legacy daemon names itself in `.aiwg/daemon/.lock` and
/// `.aiwg/daemon.pid`. A pid counts only while a process of that pid exists that was there when the file was
/// written (it began no later than five seconds after), so that a reused pid of a crashed daemon does not.
/// nullopt when the file lies elsewhere or no such process lives. Nothing is ever signalled.
[[nodiscard]] std::optional<pid_t> find_live_daemon(const std::filesystem::path& tasks_json);

/// A process that a legacy file names as the one at work.
struct LegacyProcess {
  pid_t pid = 0;
  std::filesystem::path named_in;
};

/// The legacy daemon of a project, or else the process of a loop: `pid` and `currentPid` in the registries
/// and states of Ralph loops. A pid counts as in find_live_daemon().
[[nodiscard]] std::optional<LegacyProcess> find_live_program(const std::filesystem::path& aiwg);

}  // namespace rlmdb::sources
