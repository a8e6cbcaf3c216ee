// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "records/record.hpp"

namespace rlmdb::records {

/// The latest of createdAt, startedAt and completedAt as an instant (ms since 1970 UTC); nullopt: none of
/// them is a time.
[[nodiscard]] std::optional<std::int64_t> latest_time_ms(const TaskRecord& record);

}  // namespace rlmdb::records
