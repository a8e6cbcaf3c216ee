// SPDX-License-Identifier: MIT
// Variables of tasks through time: what changed them, what they were, how often they were read.
#include <doctest/doctest.h>

#include "rlmdb/error.hpp"
#include "rlmdb/history.hpp"
#include "rlmdb/import.hpp"
#include "variable_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

TEST_SUITE("tasks::variable_history") {
  TEST_CASE("history says what each change did, through renames, sets of the whole record and force") {
    TaskPlace place;
    const std::string id = place.add();
    SetVariable first = setting("a", "1");
    first.source = "me";
    first.reason = "to begin";
    (void)place.change(id, first);
    (void)place.change(id, setting("b", "[2]"));
    (void)place.change(id, setting("a", "3"));
    (void)place.change(id, RenameVariable{"a", "c", "clearer"});
    (void)place.change(id, setting("c", "4"));
    (void)place.change(id, StartTask{});
    (void)place.change(id, DeleteVariable{"b", ""});
    place.set(id, "metadata", R"({"rlm_state":{"c":5,"d":null}})");
    CHECK(lines(variable_history(place.store(), TaskId{id})) ==
          std::vector<std::string>{"create a - 1 by me because to begin", "create b - [2]",
                                   "update a 1 3 by me", "rename a>c 3 3 by me because clearer",
                                   "update c 3 4 by me", "delete b [2] -", "update c 4 5",
                                   "create d - null"});
    CHECK(lines(variable_history(place.store(), TaskId{id}, "c")) ==
          std::vector<std::string>{"create a - 1 by me because to begin", "update a 1 3 by me",
                                   "rename a>c 3 3 by me because clearer", "update c 3 4 by me",
                                   "update c 4 5"});
    CHECK(variable_history(place.store(), TaskId{id}, "nobody").empty());
    CHECK(message_of([&] { (void)variable_history(place.store(), TaskId{"x"}); }) ==
          "not_found: there is no task 'x'");
  }

  TEST_CASE("the variables of an earlier moment") {
    TaskPlace place;
    const std::string id = place.add();
    const std::int64_t first = place.change(id, setting("a", "1.50")).event_seq;
    const std::int64_t second = place.change(id, setting("b", "2")).event_seq;
    (void)place.change(id, DeleteVariable{"a", ""});
    const auto at = [&](std::int64_t seq) {
      std::string text;
      for (const Variable& variable : variables_at(place.store(), TaskId{id}, seq))
        text += variable.name + "=" + variable.value.text + " ";
      return text;
    };
    CHECK(at(first - 1).empty());
    CHECK(at(first) == "a=1.50 ");
    CHECK(at(second) == "a=1.50 b=2 ");
    CHECK(at(second + 1) == "b=2 ");
  }

  TEST_CASE("reads are counted many at a time, and are no part of the history") {
    TaskPlace place;
    const std::string id = place.add();
    place.set(
        id, "metadata",
        R"({"rlm_state":{"a":{"name":"a","value":1.50,"type":"number","metadata":{"read_only":true}},"b":2,)"
        R"("odd":{"value":3,"access_count":1.0},"full":{"value":4,"access_count":9223372036854775800},)"
        R"("none":{"value":5,"access_count":null}}})");
    const std::int64_t before = place.change(id, setting("c", "6")).event_seq;
    const std::string text = place.text(id);
    (void)find_variable(place.store(), TaskId{id}, "a");
    CHECK(place.rows("SELECT max(seq) FROM events") == std::vector{std::to_string(before)});
    CHECK(place.change(id, CountReads{"a"}).event_seq == before + 1);
    (void)place.change(id, CountReads{"a", 41});
    (void)place.change(id, CountReads{"none"});
    (void)place.change(id, CountReads{"full", 7});
    CHECK(member(place, id, "a") ==
          R"({"name":"a","value":1.5,"type":"number","metadata":{"read_only":true},"access_count":42})");
    CHECK(find_variable(place.store(), TaskId{id}, "a").access_count == 42);
    CHECK(find_variable(place.store(), TaskId{id}, "full").access_count == INT64_MAX);
    CHECK(find_variable(place.store(), TaskId{id}, "none").access_count == 1);
    CHECK(lines(variable_history(place.store(), TaskId{id}, "a")) ==
          std::vector<std::string>{"create a - 1.50"});
    CHECK(task_json_at(place.store(), TaskId{id}, before) == text);
    CHECK(variables_at(place.store(), TaskId{id}, before + 1).front().access_count == 1);
    CHECK(place.rows("SELECT count(*) FROM events WHERE kind = 'var:read'") == std::vector<std::string>{"4"});
  }

  TEST_CASE("reads that cannot be counted are refused, and nothing is changed") {
    TaskPlace place;
    const std::string id = place.add();
    place.set(id, "metadata",
              R"({"rlm_state":{"b":2,"odd":{"value":3,"access_count":1.0},)"
              R"("full":{"value":4,"access_count":9223372036854775800}}})");
    const std::string text = place.text(id);
    CHECK(place.refused(id, CountReads{"gone"}) == ErrorCode::not_found);
    CHECK(place.refused(id, CountReads{"b"}) == ErrorCode::conflict);
    CHECK(place.refused(id, CountReads{"odd"}) == ErrorCode::conflict);
    CHECK(place.refused(id, CountReads{"full", 8}) == ErrorCode::conflict);
    CHECK(place.refused(id, CountReads{"full", 0}) == ErrorCode::usage);
    CHECK(place.refused(id, CountReads{"full", -1}) == ErrorCode::usage);
    CHECK(place.text(id) == text);
    CHECK(message_of([&] {
            (void)place.change(id, CountReads{"odd", 2});
          }) == "conflict: the access_count of variable odd of " + id + " cannot be raised by 2");
  }

  TEST_CASE("an import that changes variables is a part of their history") {
    TaskPlace place;
    const auto import = [&](const std::string& variables) {
      write_all(
          place.file("tasks.json"),
          R"({"version":1,"updatedAt":"x","tasks":[{"id":"t","metadata":{"rlm_state":)" + variables + "}}]}");
      ImportOptions options;
      (void)import_one(place.database(), place.file("tasks.json"), options);
    };
    import(R"({"a":1})");
    import(R"({"a":2})");
    (void)place.change("t", setting("b", "1"));
    CHECK(lines(variable_history(place.store(), TaskId{"t"})) ==
          std::vector<std::string>{"update a 1 2", "create b - 1"});
  }
}
