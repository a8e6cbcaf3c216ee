// SPDX-License-Identifier: MIT
// Records as they were after each event, byte for byte.
#include <doctest/doctest.h>

#include <map>

#include "legacy_documents.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/cleanup.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/history.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {}  // namespace

TEST_SUITE("tasks::time_travel") {
  TEST_CASE("the record is given back as it was after every event of its life") {
    TaskPlace place;
    const ChangeResult made = place.change("", NewTask{.prompt = "Grüße"});
    const std::string id = made.id.text;
    std::map<std::int64_t, std::string> seen{{made.event_seq, place.text(id)}};
    const std::vector<TaskAction> actions{
        StartTask{11},
        AppendOutput{"ä one "},
        AppendOutput{"two "},
        FailTask{"first"},
        RetryTask{},
        StartTask{},
        CompleteTask{JsonText{"1.50e3"}},
        SetMembers{{{"result", JsonText{"{\"a\":1.0}"}}, {"n/o~te", JsonText{"\"\\ud83d\""}}}},
        SetMembers{{{"n/o~te", JsonText{"[ 1 ]"}}, {"metadata", JsonText{"{\"x\":{},\"z\":1}"}}}},
        SetVariable{.name = "a", .value = {"1.0"}},
        SetVariable{.name = "b", .value = {"[2]"}},
        SetVariable{.name = "a", .value = {"\"" + std::string(2000, 'y') + "\""}},
        RenameVariable{.name = "a", .new_name = "c"},
        DeleteVariable{.name = "c"}};
    for (const TaskAction& action : actions) {
      const std::int64_t seq = place.force(id, action).event_seq;
      seen[seq] = place.text(id);
      (void)place.add();  // events of others lie between
      seen[seq + 1] = place.text(id);
    }
    CHECK(seen.size() == 2 * actions.size() + 1);
    for (const auto& entry : seen) {
      const auto& [seq, text] = entry;
      CAPTURE(entry.first);
      CHECK(task_json_at(place.store(), TaskId{id}, seq) == text);
    }
    CHECK(task_json_at(place.store(), TaskId{id}, 1'000'000) == place.text(id));
  }

  TEST_CASE("an imported record is what each import made of it, and is not there before the first") {
    TaskPlace place;
    (void)place.add();
    const auto import = [&](const std::string& priority) {
      write_all(place.file("tasks.json"), document({record("t", {{"priority", priority}})}));
      (void)import_one(place.database(), place.file("tasks.json"));
      return place.text("t");
    };
    const std::string first = import("1.50");
    const std::string second = import("2");
    (void)place.change("t", SetMembers{{{"priority", JsonText{"3"}}}});
    CHECK(message_of([&] { (void)task_json_at(place.store(), TaskId{"t"}, 1); }) ==
          "not_found: task t did not exist yet at event 1");
    CHECK(task_json_at(place.store(), TaskId{"t"}, 2) == first);
    CHECK(task_json_at(place.store(), TaskId{"t"}, 3) == second);
    CHECK(task_json_at(place.store(), TaskId{"t"}, 4) == place.text("t"));
  }

  TEST_CASE("by time: the newest event written by then") {
    TaskPlace place;
    const std::string id = place.add();
    const std::string before = place.text(id);
    (void)place.change(id, StartTask{});
    place.edit("UPDATE events SET at = '2026-01-01T00:00:00.000Z' WHERE seq = 1");
    place.edit("UPDATE events SET at = '2026-01-02T00:00:00.000Z' WHERE seq = 2");
    const auto at = [&](const std::string& time) { return task_json_at(place.store(), TaskId{id}, time); };
    CHECK(at("2026-01-01T00:00:00Z") == before);
    CHECK(at("2026-01-01T23:59:59.999Z") == before);
    CHECK(at("2026-01-02T00:00:00.000Z") == place.text(id));
    CHECK(message_of([&] { (void)at("2025-12-31T00:00:00Z"); }) ==
          "not_found: task " + id + " did not exist yet at event 0");
    CHECK(message_of([&] { (void)at("yesterday"); }) == "usage: 'yesterday' is no time");
    CHECK(message_of([&] { (void)task_json_at(place.store(), TaskId{"x"}, 1); }) ==
          "not_found: there is no task 'x'");
  }

  TEST_CASE("what cleanup took away is not guessed") {
    TaskPlace place;
    const std::string id = place.add();
    (void)place.change(id, StartTask{});
    (void)place.change(id, CompleteTask{});
    place.edit("DELETE FROM event_changes WHERE event_seq < 3");
    place.edit("DELETE FROM events WHERE seq < 3");
    CHECK(task_json_at(place.store(), TaskId{id}, 3) == place.text(id));
    CHECK(Json::parse(task_json_at(place.store(), TaskId{id}, 2))["state"] == "running");
    CHECK(message_of([&] { (void)task_json_at(place.store(), TaskId{id}, 1); }) ==
          "not_found: what changed after event 1 is not kept any more");
  }
}
