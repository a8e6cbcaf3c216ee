// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

#include "rlmdb/task.hpp"

namespace rlmdb::cli {

/// In the environment of a command that `rlmdb work` runs: the task that it runs for.
inline constexpr const char* k_task_environment = "RLMDB_TASK";

/// The task whose worker this process is; nullopt: nobody says so.
[[nodiscard]] inline std::optional<TaskId> worker_task() {
  const char* named = std::getenv(k_task_environment);
  return named != nullptr && *named != '\0' ? std::optional(TaskId{named}) : std::nullopt;
}

}  // namespace rlmdb::cli
