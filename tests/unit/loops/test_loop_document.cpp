// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include "loops/loop_document.hpp"

using namespace rlmdb;
using loops::join_loop_document;
using loops::LoopDocument;
using loops::LoopList;
using loops::split_loop_document;

TEST_SUITE("loops::loop_document") {
  TEST_CASE("lists leave the outline and come back to their places") {
    const std::string compact =
        R"({"loop_id":"a","iteration_history":[{"iteration":1},{"iteration":2,"x":[1]}],"b":1,)"
        R"("iterations":[7],"detected_patterns":[],"recovery_history":[{"r":1}]})";
    const LoopDocument document = split_loop_document(compact);
    CHECK(document.outline ==
          R"({"loop_id":"a","iteration_history":[],"b":1,"iterations":[],"detected_patterns":[],)"
          R"("recovery_history":[]})");
    REQUIRE(document.list(LoopList::iteration_history).size() == 2);
    CHECK(document.list(LoopList::iteration_history)[1] == R"({"iteration":2,"x":[1]})");
    CHECK(document.list(LoopList::iterations) == std::vector<std::string>{"7"});
    CHECK(document.list(LoopList::recovery_history) == std::vector<std::string>{R"({"r":1})"});
    CHECK(join_loop_document(document) == compact);
  }

  TEST_CASE("a member of a list's name that is no list stays as it is") {
    const std::string compact = R"({"iterations":{"a":1},"regression_events":null,"iteration_history":"x"})";
    const LoopDocument document = split_loop_document(compact);
    CHECK(document.outline == compact);
    for (const LoopList list : k_members_of<loops::LoopList>) CHECK(document.list(list).empty());
    CHECK(join_loop_document(document) == compact);
  }

  TEST_CASE("a list without a place gets one, last") {
    LoopDocument document = split_loop_document(R"({"a":1})");
    document.list(LoopList::regression_events).emplace_back(R"({"e":1})");
    CHECK(join_loop_document(document) == R"({"a":1,"regression_events":[{"e":1}]})");
  }
}
