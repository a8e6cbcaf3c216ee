// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include "frame/duration.hpp"
#include "rlmdb/error.hpp"

using rlmdb::cli::duration_option;
using rlmdb::cli::parse_duration;
using namespace std::chrono_literals;

namespace {

/// What parse_duration says of `text`, or "" where it takes it.
std::string duration_refusal(std::string_view text) {
  try {
    static_cast<void>(parse_duration("--lease", text));
  } catch (const rlmdb::Error& error) {
    CHECK_EQ(error.code(), rlmdb::ErrorCode::usage);
    CHECK_NE(error.hint().find("ms, s, m, h, d or w"), std::string::npos);
    return error.what();
  }
  return {};
}

}  // namespace

TEST_SUITE("cli::duration") {
  TEST_CASE("a number and a unit") {
    CHECK_EQ(parse_duration("--lease", "500ms"), 500ms);
    CHECK_EQ(parse_duration("--lease", "30s"), 30s);
    CHECK_EQ(parse_duration("--lease", "15m"), 15min);
    CHECK_EQ(parse_duration("--lease", "2h"), 2h);
    CHECK_EQ(parse_duration("--lease", "7d"), 168h);
    CHECK_EQ(parse_duration("--lease", "2w"), 336h);
    CHECK_EQ(parse_duration("--lease", "0s"), 0ms);
    CHECK_EQ(parse_duration("--lease", "007s"), 7s);
  }

  TEST_CASE("several from the largest to the smallest, with names and spaces") {
    CHECK_EQ(parse_duration("--lease", "1d12h"), 36h);
    CHECK_EQ(parse_duration("--lease", "1h30m"), 90min);
    CHECK_EQ(parse_duration("--lease", "1w2d3h4m5s6ms"), 219h + 4min + 5006ms);
    CHECK_EQ(parse_duration("--lease", "1 day 12 hours"), 36h);
    CHECK_EQ(parse_duration("--lease", "1day 12hours"), 36h);
    CHECK_EQ(parse_duration("--lease", "15 m"), 15min);
    CHECK_EQ(parse_duration("--lease", "15min 30sec"), 930s);
    CHECK_EQ(parse_duration("--lease", "2 weeks"), 336h);
    CHECK_EQ(parse_duration("--lease", "1 week 1 millisecond"), 168h + 1ms);
    CHECK_EQ(parse_duration("--lease", "2 minutes 1 second"), 121s);
  }

  TEST_CASE("weeks are written as days") {
    CHECK_EQ(duration_option(336h), "14d");
    CHECK_EQ(duration_option(90min), "90m");
    CHECK_EQ(duration_option(0ms), "0s");
  }

  TEST_CASE("anything else is refused with the units") {
    for (const std::string text :
         {"", "15", "m", " 15m", "15m ", "-1s", "+1s", "1h-30m", "15M", "15 months", "1y", "1h30", "1h 30",
          "2h ago", "1h,30m", "h1", "99999999999999999999999"}) {
      CAPTURE(text);
      CHECK_EQ(duration_refusal(text), "--lease takes a duration such as 15m, not '" + text + "'");
    }
  }

  TEST_CASE("a part of a unit is refused with how it is written") {
    for (const std::string text : {"1.5h", "1,5h", "1h0.5m"}) {
      CAPTURE(text);
      CHECK_EQ(duration_refusal(text), "--lease takes whole numbers, as in 1h30m, not '" + text + "'");
    }
  }

  TEST_CASE("a repeated or rising unit is refused") {
    for (const std::string text : {"1h1h", "30m1h", "1h30m5 minutes", "1s1d"}) {
      CAPTURE(text);
      CHECK_EQ(
          duration_refusal(text),
          "--lease takes units from the largest to the smallest, each once, as in 1h30m, not '" + text + "'");
    }
  }

  TEST_CASE("a duration that does not fit is refused") {
    CHECK_EQ(parse_duration("--lease", "36500d"), 876000h);
    CHECK_EQ(parse_duration("--lease", "3153600000000ms"), 876000h);
    CHECK_EQ(parse_duration("--lease", "36499d24h"), 876000h);
    for (const std::string text : {"36501d", "3153600000001ms", "18446744073709551615s",
                                   "99999999999999999999999d", "36500d1ms", "5214w3d"}) {
      CAPTURE(text);
      CHECK_EQ(duration_refusal(text), "--lease takes at most 36500d, not '" + text + "'");
    }
  }
}
