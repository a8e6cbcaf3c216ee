// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <optional>
#include <string>

#include "loops/loop_facts.hpp"

using namespace rlmdb;
using loops::find_number;
using loops::LoopFact;

TEST_SUITE("loops::loop_facts") {
  TEST_CASE("a whole number is one however it is spelt, and no other is") {
    const auto iteration = [](const std::string& raw) {
      return find_number("{\"iteration\":" + raw + "}", LoopFact::iteration);
    };
    for (const char* three : {"3", "3.0", "3.00", "30e-1", "0.3e1", "\"3\"", "\"3/10\"", "\"3 of 10\""}) {
      CAPTURE(three);
      CHECK(iteration(three) == 3);
    }
    CHECK(iteration("9007199254740992.0") == 9'007'199'254'740'992);
    for (const char* none : {"3.5", "1e300", "null", "true", "\"three\"", "{}", "[3]"}) {
      CAPTURE(none);
      CHECK_FALSE(iteration(none).has_value());
    }
  }
}
