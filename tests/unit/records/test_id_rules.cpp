// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "records/id_rules.hpp"
#include "records/store_id_text.hpp"

using namespace rlmdb::records;

TEST_SUITE("records::id_rules") {
  TEST_CASE("the number of an id is read as the legacy store reads it") {
    CHECK(next_number_after("task-0041") == 42);
    CHECK(next_number_after("42") == 43);
    CHECK(next_number_after("task-12ab34cd") == 13);
    CHECK(next_number_after("task-a1b2") == 0);
    CHECK(next_number_after("") == 0);
    CHECK(next_number_after("task-9007199254740993") == 0);
    CHECK(numbered_id(7) == "task-0007");
    CHECK(numbered_id(123456) == "task-123456");
  }

  TEST_CASE("a record's text gets another id, and nothing else changes") {
    CHECK(with_store_id(R"({"n":{"id":"x"},"id":"task-1","m":"id"})", "a\"b") ==
          R"({"n":{"id":"x"},"id":"a\"b","m":"id"})");
    CHECK(with_store_id("{\n  \"id\": \"task-1\"\n}", "task-2") == "{\n  \"id\": \"task-2\"\n}");
  }
}
