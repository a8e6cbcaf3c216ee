// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace rlmdb::util {

/// Where the time of day comes from. Tests pass a fixed one; an empty Clock means the system's.
using Clock = std::function<std::chrono::system_clock::time_point()>;

/// "2026-01-01T00:00:00.000Z": UTC, milliseconds cut off, never rounded up.
[[nodiscard]] std::string utc_text(std::chrono::system_clock::time_point time);

/// "20260101T000000.000Z": the same moment in a form fit for a file name.
[[nodiscard]] std::string utc_file_text(std::chrono::system_clock::time_point time);

/// What utc_text writes, with any number of digits, or none, after the second; nullopt for any other text,
/// and outside the years 1678 to 2261, which the clock cannot say.
[[nodiscard]] std::optional<std::chrono::system_clock::time_point> parse_utc(std::string_view text);

/// While it lives, now() of this thread is what `clock` says; an empty one changes nothing. On the stack.
class ClockScope {
 public:
  explicit ClockScope(const Clock& clock) noexcept;
  ClockScope(const ClockScope&) = delete;
  ClockScope& operator=(const ClockScope&) = delete;
  ~ClockScope();

 private:
  const Clock* m_outer;
};

/// Now, by `clock`, else by that of the innermost ClockScope, else by the system's clock. Error io when the system's clock says a time
/// outside of the years 1678 to 2261.
[[nodiscard]] std::chrono::system_clock::time_point now(const Clock& clock = {});

/// How far this process's zone (TZ, else the machine's) is ahead of UTC at that moment, in minutes.
[[nodiscard]] std::int64_t utc_offset_minutes(std::chrono::system_clock::time_point time);

/// Now in milliseconds since 1970 UTC, cut off.
[[nodiscard]] std::int64_t now_ms();

/// utc_text(now(clock)).
[[nodiscard]] std::string utc_now_text(const Clock& clock = {});

}  // namespace rlmdb::util
