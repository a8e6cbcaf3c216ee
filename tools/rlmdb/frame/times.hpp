// SPDX-License-Identifier: MIT
/// Times as people type them (docs/cli.md, "Times and durations"). Times without a zone are of the process's
/// (TZ, else the machine's). Points in time are in ms since 1970 UTC.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rlmdb/change.hpp"
#include "rlmdb/time_span.hpp"

namespace rlmdb::cli {

/// What a text says.
struct SaidTime {
  enum class Kind {
    day,    ///< all of it: 23 to 25 hours
    clock,  ///< "09:30" is a minute long, "09:30:15" a second, "09:30:15.2" and "now" a millisecond
    ago,    ///< from then to `now`
    ahead,  ///< a length from `now`
  };
  Kind kind = Kind::clock;
  std::int64_t begin_ms = 0;
  std::int64_t end_ms = 0;  ///< the first that is not of it

  /// What "until" it means: all of a day, else as far as its beginning.
  [[nodiscard]] std::int64_t until_ms() const noexcept { return kind == Kind::day ? end_ms : begin_ms; }
};

/// Error usage names `option`, `text` and the forms of times; also for a day that is in no calendar, and for a
/// clock time that the zone skips or has twice, which is never guessed. `or_else`: what the option takes besides.
/// `length`: where one such as 2h leads.
enum class Length { ago, from_now };
[[nodiscard]] SaidTime parse_time(std::string_view option, std::string_view text, std::int64_t now_ms,
                                  std::string_view or_else = {}, Length length = Length::ago);

[[nodiscard]] std::int64_t time_now_ms();

/// When something was: within what a time says ("2h": the last two hours), or "A..B", "A..", "..B": since A, until B.
[[nodiscard]] TimeSpan parse_span(std::string_view option, std::string_view text, std::int64_t now_ms);

/// Error usage where `span` ends before it begins, or as it begins. `from`, `to`: the options that say so.
void require_some_time(const TimeSpan& span, std::string_view from, std::string_view to);

/// Of an option that takes an event's number or a time: the number, of digits alone; nullopt: another text. Error
/// usage where no event can have it.
[[nodiscard]] std::optional<std::int64_t> event_number(std::string_view option, std::string_view text);

/// Of such an option: digits alone as they are, a time as utc_time_text.
[[nodiscard]] std::string number_or_utc(std::string_view option, std::string_view text);

/// Of an option whose time is kept as a text: one with a day, a clock time and a zone as it is written, any other as
/// utc_time_text.
[[nodiscard]] std::string kept_time(std::string_view option, std::string_view text,
                                    Length length = Length::ago);

/// Of an option that says when something may begin: from a length such as 2h on, or from the beginning of a time. What
/// is so long from now stays a length, so that the same words are the same request.
[[nodiscard]] EarliestStart earliest_start(std::string_view option, std::string_view text);

/// "2026-02-09T10:00:00.000Z"
[[nodiscard]] std::string utc_time_text(std::int64_t instant_ms);

}  // namespace rlmdb::cli
