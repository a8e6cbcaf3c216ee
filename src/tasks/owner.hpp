// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "records/task_head.hpp"

namespace rlmdb::tasks {

/// The process that a claim belongs to, so that its death can be proven later: pid, start time, boot and pid
/// namespace. nullopt: the calling process. Error not_found when there is no such process.
[[nodiscard]] records::Owner owner_of_claim(const std::optional<std::int64_t>& pid);

}  // namespace rlmdb::tasks
