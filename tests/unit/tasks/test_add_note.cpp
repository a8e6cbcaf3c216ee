// SPDX-License-Identifier: MIT
// Notes beside a task: where they stand, and who may write them.
#include <doctest/doctest.h>

#include <chrono>

#include "rlmdb/claim.hpp"
#include "rlmdb/search.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

/// Without their times, which it requires.
std::string notes_of(const TaskPlace& place, const std::string& id) {
  Json notes = place.record(id).at("metadata").at("notes");
  for (Json& note : notes) {
    if (!note.is_object() || !note.contains("at")) continue;
    CHECK(note.at("at").get<std::string>().size() == std::string("2026-02-09T10:04:05.678Z").size());
    note.erase("at");
  }
  return notes.dump();
}

std::string refused_with(TaskPlace& place, AddNote note) {
  const auto error = error_of([&] { (void)place.change("task-0000", std::move(note)); });
  return error ? error->what() : "";
}

}  // namespace

TEST_SUITE("tasks::add_note") {
  TEST_CASE("a note comes last, with its time, and what stood there stays") {
    TaskPlace place;
    (void)place.add();
    CHECK(place.change("task-0000", AddNote{"first", "ada"}).version == 2);
    CHECK(notes_of(place, "task-0000") == R"([{"by":"ada","text":"first"}])");
    place.set("task-0000", "metadata", R"({"a":1,"notes":[7,{"text":"x"}],"z":2})");
    CHECK(place.change("task-0000", AddNote{"second\n", {}}).version == 4);
    CHECK(notes_of(place, "task-0000") == R"([7,{"text":"x"},{"text":"second\n"}])");
    std::string names;
    const Json record = place.record("task-0000");
    for (const auto& [name, value] : record.at("metadata").items()) names += name;
    CHECK(names == "anotesz");
    for (const char* none : {"null", R"({"notes":null})", R"({"notes":[]})"}) {
      place.set("task-0000", "metadata", none);
      (void)place.change("task-0000", AddNote{"alone", {}});
      CHECK(notes_of(place, "task-0000") == R"([{"text":"alone"}])");
    }
  }

  TEST_CASE("it may be written whatever the state is and whoever has claimed the task, who goes on") {
    TaskPlace place;
    (void)place.add();
    const auto claimed = place.store().claim({});
    REQUIRE(claimed.has_value());
    CHECK(place.change("task-0000", AddNote{"beside", {}}).state == "running");
    CHECK(place.refused("task-0000", SetMembers{{{"metadata.notes", {"[]"}}}}) == ErrorCode::conflict);
    Precondition mine;
    mine.token = claimed->token;
    CHECK(place.change("task-0000", CompleteTask{"done"}, mine).state == "completed");
    CHECK(place.change("task-0000", AddNote{"after", {}}).state == "completed");
    CHECK(notes_of(place, "task-0000") == R"([{"text":"beside"},{"text":"after"}])");
    Precondition stale;
    stale.if_version = 2;
    CHECK(place.refused("task-0000", AddNote{"late", {}}, stale) == ErrorCode::conflict);
  }

  TEST_CASE("no word, no text and no list are refused, and nothing is changed") {
    TaskPlace place;
    (void)place.add();
    CHECK(refused_with(place, {" \n", {}}) == "a note without a word");
    CHECK(place.refused("task-0000", AddNote{"\xff", {}}) == ErrorCode::invalid_input);
    CHECK(place.refused("task-0000", AddNote{"x", "\xff"}) == ErrorCode::invalid_input);
    CHECK(place.refused("task-0009", AddNote{"x", {}}) == ErrorCode::not_found);
    place.set("task-0000", "metadata.notes", "\"one\"");
    CHECK(refused_with(place, {"x", {}}) == "metadata.notes of task task-0000 is no list");
    CHECK(place.record("task-0000").at("metadata").at("notes") == "one");
  }

  TEST_CASE("a search finds notes, also such as others wrote") {
    TaskPlace place;
    (void)place.add("work");
    place.set("task-0000", "metadata.notes", R"(["needle one", {"text":"no"}, {"text":"Needle two"}, null])");
    std::vector<std::string> found;
    search(place.store(), {.text = "needle", .only = {SearchedText::note}}, [&](const Found& where) {
      found.push_back(where.id + " " + where.before + where.match + where.after + " " +
                      std::to_string(where.times));
      return true;
    });
    CHECK(found == std::vector<std::string>{"task-0000 needle one\nno\nNeedle two 2"});
  }
}
