// SPDX-License-Identifier: MIT
/// Days and clocks of the process's time zone (TZ, else the machine's) as points in time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rlmdb::cli {

/// What TZ says where the system does not know such a zone, and takes UTC for it.
[[nodiscard]] std::optional<std::string> unknown_zone();

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

/// Of a full time in UTC, "2026-02-09T10:04:15.000Z" with or without parts of seconds; nullopt: another text.
[[nodiscard]] std::optional<std::int64_t> instant_of_utc(const std::string& text);

/// "2026-02-09 11:04+01": a point in time as the zone's calendar and clock show it, and how far that is ahead of UTC,
/// "Z" where it is not.
[[nodiscard]] std::string local_minute(std::int64_t instant_ms);
[[nodiscard]] std::string local_second(std::int64_t instant_ms);

/// A sentence of the program with the full times in UTC behind its "until", "scheduled for" and "expired at" as local_second writes
/// them. What else looks like a time is a name that somebody gave.
[[nodiscard]] std::string local_times_in(std::string_view sentence);

/// "just now", "12 s ago", "3 h ago", "2 d ago", "in 5 min": whole units, cut off.
[[nodiscard]] std::string age_text(std::int64_t instant_ms, std::int64_t now_ms);

}  // namespace rlmdb::cli
