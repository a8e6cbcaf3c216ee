// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "sources/top_level.hpp"

using rlmdb::sources::TopLevelReader;

namespace {

std::vector<std::string> top_level_names(std::string_view text) {
  std::vector<std::string> names;
  TopLevelReader reader(text);
  while (const auto member = reader.next()) names.emplace_back(member->raw_name);
  return names;
}

}  // namespace

TEST_SUITE("sources::top_level") {
  TEST_CASE("a name that is no JSON string ends the reading") {
    using Names = std::vector<std::string>;
    CHECK(top_level_names(R"({"a": 1, "\u0062": 2})") == Names{R"("a")", R"("\u0062")"});
    for (const std::string name : {R"("\u12")", R"("\ud83d\u1")", R"("\x")", "\"\n\""}) {
      CAPTURE(std::string(name));
      CHECK(top_level_names(R"({"a": 1, )" + name + ": 2}") == Names{R"("a")"});
    }
  }
}
