// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "records/task_head.hpp"

namespace rlmdb::tasks {

/// How long a task that has lost that many attempts waits for the next one; nullopt: it gets none.
[[nodiscard]] std::optional<std::chrono::milliseconds> backoff_after(std::int64_t attempts,
                                                                     const records::RetryPolicy& policy);

}  // namespace rlmdb::tasks
