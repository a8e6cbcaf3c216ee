// SPDX-License-Identifier: MIT
/// Days and clocks of the process's time zone (TZ, else the machine's) as points in time.
#pragma once

#include <cstdint>
#include <vector>

namespace rlmdb::cli {

/// The points in time, in ms since 1970 UTC, at which the zone's calendar and clock show `wall_ms`, which counts
/// as if there were no zone. One, but none where clocks are put forward, and two, the earlier first, where they
/// are put back.
[[nodiscard]] std::vector<std::int64_t> instants_of_wall(std::int64_t wall_ms);

/// When the day begins in the zone, which is not always at 00:00. `day`: since 1970.
[[nodiscard]] std::int64_t begin_of_day(std::int64_t day);

/// The zone's day, since 1970, at a point in time.
[[nodiscard]] std::int64_t day_of(std::int64_t instant_ms);

/// What the zone's clock is ahead of UTC then.
[[nodiscard]] std::int64_t zone_offset_ms(std::int64_t instant_ms);

}  // namespace rlmdb::cli
