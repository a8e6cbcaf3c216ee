// SPDX-License-Identifier: MIT
/// What events say of the clock.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "db/connection.hpp"
#include "rlmdb/clock_trust.hpp"

namespace rlmdb::events {

/// A clock that says that longer ago nobody wrote may as well be ahead.
inline constexpr std::chrono::days k_longest_silence(32);

/// With a clock that runs behind, everything looks younger than it is, and with one that was behind, older:
/// Error conflict when it lies before the newest event.
void require_clock_past_events(db::Connection& connection, std::chrono::system_clock::time_point now);

/// The time of the newest event that is a day old, where it says that time went by until the day before now;
/// nullopt: none does. Younger ones may be of the very moment in which the clock is ahead. Walks the events of
/// the last day.
[[nodiscard]] std::optional<std::string> witness_of_clock(db::Connection& connection,
                                                          std::chrono::system_clock::time_point now);

/// Before something goes because of its age. Error conflict, with `line` to type where the clock is right, when
/// there are events that are a day old, and none is a witness.
void require_believed_clock(db::Connection& connection, std::chrono::system_clock::time_point now,
                            ClockTrust trust, std::string_view line);

}  // namespace rlmdb::events
