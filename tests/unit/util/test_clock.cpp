// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "util/clock.hpp"

using namespace rlmdb::util;
using namespace std::chrono;

TEST_SUITE("util::clock") {
  TEST_CASE("texts are UTC with milliseconds cut off") {
    const system_clock::time_point time = sys_days{2026y / 1 / 2} + 3h + 4min + 5s + 67'999us;
    CHECK(utc_text(time) == "2026-01-02T03:04:05.067Z");
    CHECK(utc_file_text(time) == "20260102T030405.067Z");
    CHECK(utc_text(system_clock::time_point{}) == "1970-01-01T00:00:00.000Z");
    CHECK(utc_text(system_clock::time_point{} - 1ms) == "1969-12-31T23:59:59.999Z");
  }

  TEST_CASE("a given clock is asked, an empty one means the system's") {
    const Clock fixed = [] { return system_clock::time_point{sys_days{2000y / 2 / 29}}; };
    CHECK(utc_now_text(fixed) == "2000-02-29T00:00:00.000Z");
    CHECK(now() > sys_days{2024y / 1 / 1});
  }
}
