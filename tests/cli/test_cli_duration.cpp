// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include "frame/duration.hpp"
#include "rlmdb/error.hpp"

using rlmdb::cli::parse_duration;
using namespace std::chrono_literals;

namespace {

/// What parse_duration says of `text`, or "" where it takes it.
std::string duration_refusal(std::string_view text) {
  try {
    static_cast<void>(parse_duration("--lease", text));
  } catch (const rlmdb::Error& error) {
    CHECK_EQ(error.code(), rlmdb::ErrorCode::usage);
    CHECK_NE(error.hint().find("ms, s, m, h or d"), std::string::npos);
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
    CHECK_EQ(parse_duration("--lease", "0s"), 0ms);
    CHECK_EQ(parse_duration("--lease", "007s"), 7s);
  }

  TEST_CASE("anything else is refused with the units") {
    for (const std::string text : {"", "15", "m", "15 m", " 15m", "15m ", "1.5h", "-1s", "+1s", "15M",
                                   "15min", "1h30m", "99999999999999999999999"}) {
      CAPTURE(text);
      CHECK_EQ(duration_refusal(text), "--lease takes a duration such as 15m, not '" + text + "'");
    }
  }

  TEST_CASE("a duration that does not fit is refused") {
    CHECK_EQ(parse_duration("--lease", "36500d"), 876000h);
    CHECK_EQ(parse_duration("--lease", "3153600000000ms"), 876000h);
    for (const std::string text :
         {"36501d", "3153600000001ms", "18446744073709551615s", "99999999999999999999999d"}) {
      CAPTURE(text);
      CHECK_EQ(duration_refusal(text), "--lease takes at most 36500d, not '" + text + "'");
    }
  }
}
