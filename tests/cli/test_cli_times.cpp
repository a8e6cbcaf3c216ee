// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>
#include <utility>

#include "format/units_text.hpp"
#include "frame/times.hpp"
#include "rlmdb/error.hpp"
#include "terminal/local_time.hpp"

using rlmdb::TimeSpan;
using rlmdb::cli::earliest_start;
using rlmdb::cli::kept_time;
using rlmdb::cli::Length;
using rlmdb::cli::minute_of;
using rlmdb::cli::number_or_utc;
using rlmdb::cli::parse_span;
using rlmdb::cli::parse_time;
using rlmdb::cli::SaidTime;
using rlmdb::cli::utc_time_text;

namespace {

/// The zone of this process while it lives.
class Zone {
 public:
  explicit Zone(const char* name) : m_before(std::getenv("TZ")) { ::setenv("TZ", name, 1); }
  Zone(const Zone&) = delete;
  Zone& operator=(const Zone&) = delete;
  ~Zone() { m_before ? ::setenv("TZ", m_text.c_str(), 1) : ::unsetenv("TZ"); }

 private:
  const char* m_before;
  std::string m_text = m_before ? m_before : "";
};

/// 2026-11-25T12:34:56.789Z
constexpr std::int64_t k_noon_ms = 1'795'610'096'789;

std::string span_text(const SaidTime& said) {
  return utc_time_text(said.begin_ms) + " " + utc_time_text(said.end_ms);
}

std::string said(std::string_view text, std::int64_t now_ms = k_noon_ms) {
  return span_text(parse_time("--since", text, now_ms));
}

std::string begin(std::string_view text) {
  return utc_time_text(parse_time("--since", text, k_noon_ms).begin_ms);
}

/// "MESSAGE | HINT", or "" where it is taken.
std::string time_refusal(std::string_view text, std::string_view or_else = {}) {
  try {
    static_cast<void>(parse_time("--since", text, k_noon_ms, or_else));
  } catch (const rlmdb::Error& error) {
    CHECK_EQ(error.code(), rlmdb::ErrorCode::usage);
    return error.what() + std::string(" | ") + error.hint();
  }
  return {};
}

}  // namespace

TEST_SUITE("cli::times") {
  TEST_CASE("times with a zone are the same everywhere") {
    for (const char* zone : {"UTC", "Europe/Berlin", "America/New_York"}) {
      const Zone here(zone);
      CAPTURE(zone);
      CHECK_EQ(utc_time_text(k_noon_ms), "2026-11-25T12:34:56.789Z");
      CHECK_EQ(begin("2026-11-25T09:30:00Z"), "2026-11-25T09:30:00.000Z");
      CHECK_EQ(begin("2026-11-25 09:30Z"), "2026-11-25T09:30:00.000Z");
      CHECK_EQ(begin("2026-11-25T09:30:15.25+02:00"), "2026-11-25T07:30:15.250Z");
      CHECK_EQ(begin("2026-11-25T09:30:15.123456789Z"), "2026-11-25T09:30:15.123Z");
      CHECK_EQ(begin("2026-11-25T09:30-0530"), "2026-11-25T15:00:00.000Z");
      CHECK_EQ(begin("2026-11-25 09:30:00 +02"), "2026-11-25T07:30:00.000Z");
      CHECK_EQ(begin("2026-11-25 00:30+01:00"), "2026-11-24T23:30:00.000Z");
    }
  }

  TEST_CASE("times without one are of the zone of the process") {
    const auto local = [](const char* zone, std::string_view text) {
      const Zone here(zone);
      return begin(text);
    };
    CHECK_EQ(local("UTC", "2026-11-25T09:30"), "2026-11-25T09:30:00.000Z");
    CHECK_EQ(local("UTC", "2026-11-25 9:30"), "2026-11-25T09:30:00.000Z");
    CHECK_EQ(local("Europe/Berlin", "2026-11-25T09:30"), "2026-11-25T08:30:00.000Z");
    CHECK_EQ(local("Europe/Berlin", "2026-07-25 09:30"), "2026-07-25T07:30:00.000Z");
    CHECK_EQ(local("America/New_York", "2026-11-25 09:30:15"), "2026-11-25T14:30:15.000Z");
    CHECK_EQ(local("Europe/Berlin", "09:30"), "2026-11-25T08:30:00.000Z");
    CHECK_EQ(local("Europe/Berlin", "9:30:15.5"), "2026-11-25T08:30:15.500Z");
    CHECK_EQ(local("America/New_York", "yesterday 23:59"), "2026-11-25T04:59:00.000Z");
    CHECK_EQ(local("Asia/Kolkata", "today 00:00"), "2026-11-24T18:30:00.000Z");
  }

  TEST_CASE("how long a time is") {
    const Zone here("UTC");
    CHECK_EQ(said("09:30"), "2026-11-25T09:30:00.000Z 2026-11-25T09:31:00.000Z");
    CHECK_EQ(said("09:30:15"), "2026-11-25T09:30:15.000Z 2026-11-25T09:30:16.000Z");
    CHECK_EQ(said("09:30:15.2"), "2026-11-25T09:30:15.200Z 2026-11-25T09:30:15.201Z");
    CHECK_EQ(said("now"), "2026-11-25T12:34:56.789Z 2026-11-25T12:34:56.790Z");
    CHECK_EQ(said("2h"), "2026-11-25T10:34:56.789Z 2026-11-25T12:34:56.790Z");
    CHECK_EQ(said("2h ago"), said("2h"));
    CHECK_EQ(said("1 day 12 hours ago"), "2026-11-24T00:34:56.789Z 2026-11-25T12:34:56.790Z");
    CHECK_EQ(said("2026-11-25"), "2026-11-25T00:00:00.000Z 2026-11-26T00:00:00.000Z");
    CHECK_EQ(said("today"), said("2026-11-25"));
    CHECK_EQ(said("yesterday"), said("2026-11-24"));
    CHECK_EQ(said("tomorrow"), said("2026-11-26"));
    CHECK_EQ(said("2024-02-29"), "2024-02-29T00:00:00.000Z 2024-03-01T00:00:00.000Z");
    CHECK_EQ(said("2026-12-31"), "2026-12-31T00:00:00.000Z 2027-01-01T00:00:00.000Z");
  }

  TEST_CASE("until a day is to its end, until a clock time to that") {
    const Zone here("UTC");
    const auto until = [](std::string_view text) {
      return utc_time_text(parse_time("--until", text, k_noon_ms).until_ms());
    };
    CHECK_EQ(until("2026-11-25"), "2026-11-26T00:00:00.000Z");
    CHECK_EQ(until("yesterday"), "2026-11-25T00:00:00.000Z");
    CHECK_EQ(until("09:30"), "2026-11-25T09:30:00.000Z");
    CHECK_EQ(until("2h"), "2026-11-25T10:34:56.789Z");
    CHECK_EQ(until("now"), "2026-11-25T12:34:56.789Z");
  }

  TEST_CASE("days have as many hours as their zone gives them") {
    {
      const Zone here("Europe/Berlin");
      CHECK_EQ(said("2026-03-29"), "2026-03-28T23:00:00.000Z 2026-03-29T22:00:00.000Z");
      CHECK_EQ(said("2026-10-25"), "2026-10-24T22:00:00.000Z 2026-10-25T23:00:00.000Z");
      CHECK_EQ(said("2026-11-25"), "2026-11-24T23:00:00.000Z 2026-11-25T23:00:00.000Z");
    }
    {
      const Zone here("America/New_York");
      CHECK_EQ(said("2026-03-08"), "2026-03-08T05:00:00.000Z 2026-03-09T04:00:00.000Z");
      CHECK_EQ(said("2026-11-01"), "2026-11-01T04:00:00.000Z 2026-11-02T05:00:00.000Z");
    }
    {
      // There clocks go forward at midnight, and back to it.
      const Zone here("Africa/Cairo");
      CHECK_EQ(said("2024-04-26"), "2024-04-25T22:00:00.000Z 2024-04-26T21:00:00.000Z");
      CHECK_EQ(said("2024-10-31"), "2024-10-30T21:00:00.000Z 2024-10-31T22:00:00.000Z");
    }
  }

  TEST_CASE("today is that of the zone") {
    // 2026-10-25T23:30:00Z: in Berlin the day after clocks went back.
    constexpr std::int64_t k_late_ms = 1'792'971'000'000;
    const Zone here("Europe/Berlin");
    CHECK_EQ(utc_time_text(k_late_ms), "2026-10-25T23:30:00.000Z");
    CHECK_EQ(said("today", k_late_ms), said("2026-10-26"));
    CHECK_EQ(said("yesterday", k_late_ms), "2026-10-24T22:00:00.000Z 2026-10-25T23:00:00.000Z");
    CHECK_EQ(said("1d", k_late_ms), "2026-10-24T23:30:00.000Z 2026-10-25T23:30:00.001Z");
  }

  TEST_CASE("a time that clocks skip or show twice is not guessed") {
    const Zone here("Europe/Berlin");
    CHECK_EQ(time_refusal("2026-03-29 02:30"),
             "--since takes a time that there is: clocks were put forward past it, not '2026-03-29 02:30' | "
             "give it with its zone, as Z or +01:00 behind it");
    CHECK_EQ(time_refusal("2026-10-25T02:30"),
             "--since takes a time that there is once: clocks were put back over it, not '2026-10-25T02:30' "
             "| put +02:00 or +01:00 behind it");
    CHECK_EQ(begin("2026-10-25T02:30+02:00"), "2026-10-25T00:30:00.000Z");
    CHECK_EQ(begin("2026-03-29 03:00"), "2026-03-29T01:00:00.000Z");
    CHECK_EQ(begin("2026-10-25 01:59"), "2026-10-24T23:59:00.000Z");
    CHECK_EQ(begin("2026-10-25 03:00"), "2026-10-25T02:00:00.000Z");
  }

  TEST_CASE("anything else is refused with the forms") {
    const Zone here("UTC");
    for (const std::string text : {"",
                                   " ",
                                   "soon",
                                   "11/25/2026",
                                   "25.11.2026",
                                   "2026/11/25",
                                   "2026-11",
                                   "2026-1-5",
                                   "20261125",
                                   "2026-11-25T",
                                   "2026-11-25T9:30",
                                   "2026-11-25T09",
                                   "2026-11-25T24:00",
                                   "2026-11-25T09:60",
                                   "2026-11-25T09:30:60",
                                   "2026-11-25T09:30:",
                                   "2026-11-25T09:30:15.",
                                   "2026-11-25T09:30:00z",
                                   "2026-11-25T09:30+1",
                                   "2026-11-25T09:30+15:00",
                                   "2026-11-25Z",
                                   "2026-11-25  09:30",
                                   "2026-11-25 09:30 ",
                                   " 2026-11-25",
                                   "09:30Z",
                                   "09:30+01:00",
                                   "today 09:30Z",
                                   "todayT09:30",
                                   "Yesterday",
                                   "9",
                                   "9am",
                                   "24:00",
                                   "109:30",
                                   "1.5h",
                                   "-2h",
                                   "ago",
                                   "2h  ago",
                                   "30m1h",
                                   "36501d",
                                   "yesterday ago",
                                   "now ago",
                                   "1677-12-31T00:00:00Z",
                                   "2262-01-01"}) {
      CAPTURE(text);
      CHECK_EQ(time_refusal(text),
               "--since takes a time such as 2h, yesterday or 2026-11-25, not '" + text +
                   "' | a time is 2026-11-25T09:30:00Z, \"2026-11-25 09:30\" (local, or with +01:00 behind "
                   "it), 2026-11-25, today, yesterday, tomorrow, now, 09:30 (today), or how long ago: 2h, "
                   "1d12h");
    }
    for (const std::string text : {"2026-02-30", "2026-02-29T09:30:00Z", "2026-04-31"}) {
      CAPTURE(text);
      CHECK(time_refusal(text).starts_with("--since takes a day that there is, not '" + text + "' | a time"));
    }
    CHECK(time_refusal("x", "the number of an event").ends_with("1d12h; or the number of an event"));
  }

  TEST_CASE("a terminal shows the zone's clock, and how far it is ahead") {
    const std::int64_t summer = rlmdb::cli::instant_of_utc("2026-07-01T22:30:15.250Z").value();
    CHECK(utc_time_text(summer) == "2026-07-01T22:30:15.250Z");
    const auto shown = [&](const char* name) {
      const Zone zone(name);
      return rlmdb::cli::local_second(summer) + " " + minute_of("2026-01-01T23:59:59.999Z");
    };
    CHECK(shown("UTC") == "2026-07-01 22:30:15Z 2026-01-01 23:59Z");
    CHECK(shown("Europe/Berlin") == "2026-07-02 00:30:15+02 2026-01-02 00:59+01");
    CHECK(shown("America/New_York") == "2026-07-01 18:30:15-04 2026-01-01 18:59-05");
    CHECK(shown("Asia/Kolkata") == "2026-07-02 04:00:15+05:30 2026-01-02 05:29+05:30");
    CHECK(minute_of("2026-01-01T23:59:59Z") == minute_of("2026-01-01T23:59:59.000Z"));
    for (const char* other :
         {"", "yesterday", "2026-01-01T23:59:59", "2026-01-01T23:59:59.1x", "2026-01-01T23:59:59+01:00Z"})
      CHECK(minute_of(other) == other);
  }

  TEST_CASE("a sentence of the program shows the times of the zone, but no name that looks like one") {
    const Zone here("Europe/Berlin");
    const auto shown = [](std::string_view sentence) { return rlmdb::cli::local_times_in(sentence); };
    CHECK_EQ(shown("task task-1 is claimed by anna until 2026-07-01T22:30:15.250Z"),
             "task task-1 is claimed by anna until 2026-07-02 00:30:15+02");
    CHECK_EQ(shown("scheduled for 2026-01-01T22:30:15Z\n  hint: waits until 2026-01-01T22:30:16.000Z, then"),
             "scheduled for 2026-01-01 23:30:15+01\n  hint: waits until 2026-01-01 23:30:16+01, then");
    CHECK_EQ(shown("Variable v expired at 2026-01-01T22:30:15Z."),
             "Variable v expired at 2026-01-01 23:30:15+01.");
    for (const char* same : {"", "waits for 2026-01-01T22:30:15Z", "there is no task '2026-01-01T22:30:15Z'",
                             "lease until it is released", "held by a until 2026-01-01T22:30:15+01:00",
                             "held by a until 2026-01-01T22:30:15Zulu", "2026-01-01T22:30:15Z"})
      CHECK_EQ(shown(same), same);
  }

  TEST_CASE("how long ago something was, or how soon it will be") {
    const auto age = [](std::int64_t ms) { return rlmdb::cli::age_text(k_noon_ms - ms, k_noon_ms); };
    CHECK(age(0) == "just now");
    CHECK(age(999) == "just now");
    CHECK(age(1'000) == "1 s ago");
    CHECK(age(119'999) == "1 min ago");
    CHECK(age(7'200'000) == "2 h ago");
    CHECK(age(86'399'999) == "23 h ago");
    CHECK(age(291LL * 86'400'000) == "291 d ago");
    CHECK(age(-299'999) == "in 4 min");
  }

  TEST_CASE("a number of an event, or a time") {
    const Zone here("Europe/Berlin");
    CHECK_EQ(number_or_utc("--at", "1234"), "1234");
    CHECK_EQ(number_or_utc("--at", "2026"), "2026");
    CHECK_EQ(number_or_utc("--at", "2026-11-25"), "2026-11-24T23:00:00.000Z");
    CHECK_EQ(number_or_utc("--at", "2026-11-25T09:30:00Z"), "2026-11-25T09:30:00.000Z");
    CHECK_THROWS_AS(static_cast<void>(number_or_utc("--at", "12x")), rlmdb::Error);
    CHECK_THROWS_AS(static_cast<void>(number_or_utc("--at", "")), rlmdb::Error);
  }

  TEST_CASE("a time that is kept stays as it is written where it is whole") {
    const Zone here("Europe/Berlin");
    for (const std::string text :
         {"2026-01-23T15:45:00Z", "2026-01-23T15:45:00.123456Z", "2026-01-23T15:45:00+02:00"}) {
      CHECK_EQ(kept_time("--timestamp", text), text);
    }
    CHECK_EQ(kept_time("--timestamp", "2026-01-23 15:45"), "2026-01-23T14:45:00.000Z");
    CHECK_EQ(kept_time("--timestamp", "2026-01-23"), "2026-01-22T23:00:00.000Z");
    CHECK_EQ(kept_time("--timestamp", "2026-01-23T15:45:00"), "2026-01-23T14:45:00.000Z");
    const auto ms_of = [](const std::string& text) { return parse_time("--x", text, 0).begin_ms; };
    const std::int64_t before = rlmdb::cli::time_now_ms();
    const std::int64_t hour_ago = ms_of(kept_time("--timestamp", "1h"));
    const std::int64_t in_an_hour = ms_of(kept_time("--expires", "1h", Length::from_now));
    const std::int64_t passed = rlmdb::cli::time_now_ms() - before;
    CHECK_GE(hour_ago, before - 3'600'000);
    CHECK_LE(hour_ago, before - 3'600'000 + passed);
    CHECK_GE(in_an_hour, before + 3'600'000);
    CHECK_LE(in_an_hour, before + 3'600'000 + passed);
  }

  TEST_CASE("something may begin from a time on, or so long from now, which stays a length") {
    using std::chrono::milliseconds;
    const Zone here("Europe/Berlin");
    const auto time = [](const char* text) {
      return std::get<std::string>(earliest_start("--not-before", text));
    };
    const auto length_ms = [](const char* text) {
      return std::get<milliseconds>(earliest_start("--not-before", text)).count();
    };
    CHECK_EQ(time("2026-01-23 15:45"), "2026-01-23T14:45:00.000Z");
    CHECK_EQ(time("2026-01-23"), "2026-01-22T23:00:00.000Z");
    CHECK_EQ(time("2026-01-23T15:45:00+02:00"), "2026-01-23T13:45:00.000Z");
    CHECK_EQ(length_ms("1d12h"), 36 * 3'600'000);
    CHECK_EQ(length_ms("2h ago"), -2 * 3'600'000);
    CHECK_EQ(length_ms("now"), 0);
    try {
      static_cast<void>(earliest_start("--not-before", "soon"));
      FAIL_CHECK("'soon' is no time");
    } catch (const rlmdb::Error& error) {
      CHECK(error.hint().ends_with("or how long from now: 2h, 1d12h"));
    }
  }

  TEST_CASE("a span is what a time says, or goes from one to another") {
    const Zone here("UTC");
    const auto text = [](const TimeSpan& span) {
      return (span.begin_ms ? utc_time_text(*span.begin_ms) : "") + " " +
             (span.end_ms ? utc_time_text(*span.end_ms) : "");
    };
    const auto span = [&](std::string_view said_text) {
      return text(parse_span("--created", said_text, k_noon_ms));
    };
    CHECK_EQ(span("yesterday"), "2026-11-24T00:00:00.000Z 2026-11-25T00:00:00.000Z");
    CHECK_EQ(span("2h"), "2026-11-25T10:34:56.789Z 2026-11-25T12:34:56.790Z");
    CHECK_EQ(span("09:30"), "2026-11-25T09:30:00.000Z 2026-11-25T09:31:00.000Z");
    CHECK_EQ(span("2026-11-01..2026-11-02"), "2026-11-01T00:00:00.000Z 2026-11-03T00:00:00.000Z");
    CHECK_EQ(span("yesterday.."), "2026-11-24T00:00:00.000Z ");
    CHECK_EQ(span("..yesterday"), " 2026-11-25T00:00:00.000Z");
    CHECK_EQ(span("2h..1h"), "2026-11-25T10:34:56.789Z 2026-11-25T11:34:56.789Z");
    CHECK_EQ(span("yesterday 09:30:00.5..09:30"), "2026-11-24T09:30:00.500Z 2026-11-25T09:30:00.000Z");
    for (const std::string wrong : {"1h..2h", "today..yesterday", "09:30..09:30"}) {
      CAPTURE(wrong);
      CHECK_THROWS_WITH_AS(static_cast<void>(span(wrong)),
                           ("--created takes a time that begins before it ends, not '" + wrong + "'").c_str(),
                           rlmdb::Error);
    }
    for (const std::string wrong : {"..", "...", "a..b", "1h...2h", "1h..2h..3h", "today .."}) {
      CAPTURE(wrong);
      CHECK_THROWS_AS(static_cast<void>(span(wrong)), rlmdb::Error);
    }
    CHECK_NOTHROW(rlmdb::cli::require_some_time({1, 2}, "--since", "--until"));
    CHECK_NOTHROW(rlmdb::cli::require_some_time({1, {}}, "--since", "--until"));
    CHECK_THROWS_WITH_AS(rlmdb::cli::require_some_time({2, 2}, "--since", "--until"),
                         "nothing can be between --since and --until", rlmdb::Error);
  }
}
