// SPDX-License-Identifier: MIT
#include "events/clock_check.hpp"

#include "events/event_rows.hpp"
#include "rlmdb/error.hpp"
#include "util/clock.hpp"

namespace rlmdb::events {

namespace {

using Time = std::chrono::system_clock::time_point;

constexpr std::chrono::days k_moment(1);  // so long a clock may be ahead before somebody sets it right

std::optional<std::string> newest_before_last_day(db::Connection& connection, Time now) {
  return EventRows(connection).newest_time_before(util::utc_text(now - k_moment));
}

bool is_witness(const std::string& time, Time now) {
  return time >= util::utc_text(now - k_moment - k_longest_silence);
}

}  // namespace

void require_clock_past_events(db::Connection& connection, Time now) {
  const std::string now_text = util::utc_text(now);
  const std::string newest_event = EventRows(connection).newest_time().value_or("");
  if (now_text >= newest_event) return;
  throw Error(ErrorCode::conflict,
              "the clock says " + now_text + ", but the newest event is of " + newest_event,
              connection.path().string(), "nothing was removed; set the clock right, or that time");
}

std::optional<std::string> witness_of_clock(db::Connection& connection, Time now) {
  std::optional<std::string> newest = newest_before_last_day(connection, now);
  return newest && is_witness(*newest, now) ? newest : std::nullopt;
}

void require_believed_clock(db::Connection& connection, Time now, ClockTrust trust, std::string_view line) {
  if (trust == ClockTrust::as_it_is) return;
  const std::optional<std::string> newest = newest_before_last_day(connection, now);
  if (!newest || is_witness(*newest, now)) return;
  throw Error(ErrorCode::conflict,
              "the clock says " + util::utc_text(now) + ", but before its last day the newest event is of " +
                  *newest + ": it may be ahead",
              connection.path().string(),
              "nothing was removed; set the clock right, or where it is right: `" + std::string(line) + "`");
}

}  // namespace rlmdb::events
