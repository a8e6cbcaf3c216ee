// SPDX-License-Identifier: MIT
// What the legacy TaskStore does, case by case, with its accidents repaired.
#include <doctest/doctest.h>

#include <regex>

#include "legacy_documents.hpp"
#include "legacy_fixtures.hpp"
#include "rlmdb/recover.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

const std::regex k_time(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)");

bool is_time(const Json& value) {
  return value.is_string() && std::regex_match(value.get<std::string>(), k_time);
}

/// The record without its times, which differ from run to run.
Json without_times(Json record) {
  for (const char* name : {"createdAt", "startedAt", "completedAt"}) {
    if (is_time(record[name])) record[name] = "T";
  }
  return record;
}

}  // namespace

TEST_SUITE("tasks::change") {
  TEST_CASE("what a task with metadata of its own was is noted, and no end that stays" * damages) {
    TaskPlace place;
    NewTask task;
    task.prompt = "work";
    task.metadata = JsonText{R"({"team":"blue"})"};
    const std::string id = place.add(task);
    (void)place.change(id, StartTask{7});
    (void)place.change(id, CompleteTask{JsonText{"[1.50]"}});
    // Two changes within a millisecond have one time, which then has not changed.
    place.edit(
        "UPDATE tasks SET started_at = '2026-01-01T00:00:00.000Z', completed_at = "
        "'2026-01-01T00:00:01.000Z'");
    (void)place.force(id, StartTask{});
    (void)place.change(id, CompleteTask{JsonText{"[1.50]"}});
    place.edit("UPDATE event_changes SET old_value = 'T' WHERE old_value LIKE '\"____-__-__T%'");
    CHECK(place.rows("SELECT event_seq, member, old_value FROM event_changes ORDER BY event_seq, member") ==
          std::vector<std::string>{"2|/pid|null", "2|/startedAt|null", "2|/state|\"queued\"",
                                   "3|/completedAt|null", "3|/pid|7", "3|/result|null",
                                   "3|/state|\"running\"", "4|/completedAt|T", "4|/startedAt|T",
                                   "4|/state|\"completed\"", "5|/completedAt|null", "5|/state|\"running\""});
  }

  TEST_CASE("what is queued or runs again has no end of an earlier run, and the event keeps that") {
    TaskPlace place;
    NewTask twice;
    twice.prompt = "work";
    twice.max_attempts = 2;
    twice.backoff = std::chrono::milliseconds(1);
    const std::string again = place.add(twice);
    (void)place.change(again, StartTask{});
    FailTask failed{"boom"};
    failed.after = AfterFailure::as_configured;
    CHECK(place.change(again, failed).state == "queued");
    CHECK(place.record(again)["completedAt"].is_null());
    write_all(
        place.file("tasks.json"),
        document({record("a", {{"state", "\"failed\""}, {"completedAt", "\"2026-01-01T00:00:00Z\""}}),
                  record("b", {{"state", "\"cancelled\""}, {"completedAt", "1770632940123"}}),
                  record("c", {{"state", "\"running\""}, {"completedAt", "1770632940123"}}),
                  record("d", {{"state", "\"running\""}, {"completedAt", "\"2026-01-01T00:00:00Z\""}}),
                  record("e", {{"state", "\"queued\""}, {"completedAt", "\"2026-01-01T00:00:00Z\""}}),
                  record("f", {{"state", "\"completed\""}, {"completedAt", "\"2026-01-01T00:00:00Z\""}})}));
    (void)import_one(place.database(), place.file("tasks.json"));
    (void)place.change("a", RetryTask{});
    (void)place.change("b", RetryTask{});
    CHECK(recover(place.store(), std::nullopt).changed == 2);
    (void)place.change("e", StartTask{});
    (void)place.force("f", RetryTask{});
    for (const char* id : {"a", "b", "c", "d", "e", "f"}) {
      CAPTURE(id);
      CHECK(place.record(id).at("completedAt").is_null());
    }
    CHECK(place.rows("SELECT t.legacy_id, c.old_value FROM event_changes c JOIN tasks t ON t.id = c.owner_id "
                     "WHERE c.member = '/completedAt' AND t.legacy_id < 'g' ORDER BY 1") ==
          std::vector<std::string>{"a|\"2026-01-01T00:00:00Z\"", "b|1770632940123", "c|1770632940123",
                                   "d|\"2026-01-01T00:00:00Z\"", "e|\"2026-01-01T00:00:00Z\"",
                                   "f|\"2026-01-01T00:00:00Z\""});
  }

  TEST_CASE("a new task is the record that the legacy store creates") {
    TaskPlace place;
    CHECK(place.add("first") == "task-0000");
    NewTask full;
    full.prompt = "Grüße \"zwei\"\n";
    full.agent = "rlm-executor";
    full.priority = JsonText{"5"};
    full.metadata = JsonText{R"({"k": [1, 2.50]})"};
    CHECK(place.add(full) == "task-0001");
    CHECK(
        without_times(place.record("task-0001")).dump() ==
        R"({"id":"task-0001","prompt":"Grüße \"zwei\"\n","agent":"rlm-executor","priority":5,"state":"queued",)"
        R"("createdAt":"T","startedAt":null,"completedAt":null,"pid":null,"result":null,"error":null,"output":"",)"
        R"("metadata":{"k":[1,2.5]}})");
    CHECK(place.text("task-0001").find("2.50") != std::string::npos);
    CHECK(place.rows("SELECT legacy_id, version, attempts FROM tasks") ==
          std::vector<std::string>{"task-0000|1|0", "task-0001|1|0"});
  }

  TEST_CASE("a prompt may be any JSON value, an empty agent is none") {
    TaskPlace place;
    NewTask task;
    task.prompt = JsonText{R"({"deep":[1e400,-0,"\ud83d"]})"};
    task.agent = "";
    const std::string id = place.add(task);
    CHECK(place.text(id).find("1e400,\n      -0,\n      \"\\ud83d\"") != std::string::npos);
    CHECK(place.rows("SELECT agent IS NULL FROM tasks") == std::vector<std::string>{"1"});
  }

  TEST_CASE("ids go on past the highest ever used, also after a removal" * damages) {
    TaskPlace place;
    (void)place.add();
    (void)place.add();
    place.edit("PRAGMA foreign_keys=ON; DELETE FROM tasks WHERE legacy_id = 'task-0001'");
    CHECK(place.add() == "task-0002");
    place.reopen();
    CHECK(place.add() == "task-0003");
  }

  TEST_CASE("where the numbers of a database are at their end, a change is refused" * damages) {
    const std::vector<std::pair<std::string, std::string>> ends = {
        {"UPDATE meta SET value = '9223372036854775807' WHERE key = 'next_task_key'",
         "next_task_key is 9223372036854775807"},
        {"UPDATE meta SET value = '9223372036854775807' WHERE key = 'next_task_number'",
         "next_task_number is 9223372036854775807"},
        {"UPDATE tasks SET id = 9223372036854775807", "the last tasks.id is 9223372036854775807"},
        {"UPDATE events SET seq = 9223372036854775806", "the last events.seq is 9223372036854775807"}};
    for (const auto& end : ends) {
      CAPTURE(end.first);
      const auto& [edit, what] = end;
      TaskPlace place;
      (void)place.add();
      place.edit(edit);
      const auto error = error_of([&] { (void)place.add(); });
      REQUIRE(error.has_value());
      CHECK(error->code() == ErrorCode::conflict);
      CHECK(std::string(error->what()) == "the numbers of the database are at their end: " + what);
      CHECK(place.rows("SELECT count(*) FROM tasks") == std::vector<std::string>{"1"});
      CHECK(place.rows("SELECT count(*) FROM events") == std::vector<std::string>{"1"});
    }
  }

  TEST_CASE("start, complete: states, times, pid, result") {
    TaskPlace place;
    const std::string id = place.add();
    const ChangeResult started = place.change(id, StartTask{4711});
    CHECK(started.state == "running");
    CHECK(started.version == 2);
    Json record = place.record(id);
    CHECK(is_time(record["startedAt"]));
    CHECK(record["pid"] == 4711);
    CHECK(record["completedAt"].is_null());
    CHECK(place.change(id, CompleteTask{"done\n"}).state == "completed");
    record = place.record(id);
    CHECK(record["result"] == "done\n");
    CHECK(is_time(record["completedAt"]));
    CHECK(record["pid"].is_null());
    CHECK(is_time(record["startedAt"]));
  }

  TEST_CASE("a result has any JSON type and keeps its text") {
    TaskPlace place;
    for (const std::string json :
         {"null", "true", "-0", "1.50", "[]", R"({"b":1,"a":[2]})", R"("\u0000x")"}) {
      CAPTURE(json);
      const std::string id = place.add();
      (void)place.change(id, StartTask{});
      (void)place.change(id, CompleteTask{JsonText{json}});
      const std::string text = place.text(id);
      std::string compact = text.substr(text.find("\"result\": ") + 10);
      compact = compact.substr(0, compact.find(",\n  \"error\""));
      compact = std::regex_replace(compact, std::regex("\n *"), "");
      CHECK(std::regex_replace(compact, std::regex(": "), ":") == json);
    }
  }

  TEST_CASE("a failure keeps the result, a completion keeps the error") {
    TaskPlace place;
    const std::string id = place.add();
    (void)place.change(id, StartTask{7});
    (void)place.change(id, FailTask{"Process exited with code 1"});
    CHECK(place.record(id)["error"] == "Process exited with code 1");
    CHECK(place.record(id)["pid"].is_null());
    (void)place.change(id, RetryTask{});
    CHECK(place.state(id) == "queued");
    (void)place.change(id, StartTask{});
    (void)place.change(id, CompleteTask{"late"});
    CHECK(place.record(id)["error"] == "Process exited with code 1");
    CHECK(place.record(id)["result"] == "late");
    CHECK(place.rows("SELECT attempts, version FROM tasks") == std::vector<std::string>{"1|6"});
  }

  TEST_CASE("a cancellation ends a queued and a running task") {
    TaskPlace place;
    const std::string queued = place.add();
    const std::string running = place.add();
    (void)place.change(running, StartTask{9});
    for (const std::string& id : {queued, running}) {
      CHECK(place.change(id, CancelTask{}).state == "cancelled");
      CHECK(is_time(place.record(id)["completedAt"]));
      CHECK(place.record(id)["pid"].is_null());
    }
  }

  TEST_CASE("an unknown id is an error for every verb and changes nothing") {
    TaskPlace place;
    for (const TaskAction& action :
         std::vector<TaskAction>{StartTask{}, CompleteTask{}, FailTask{"x"}, CancelTask{}, RetryTask{},
                                 AppendOutput{"x"}, SetMembers{{{"agent", JsonText{"1"}}}}}) {
      CHECK(place.refused("task-0009", action) == ErrorCode::not_found);
    }
    CHECK(place.rows("SELECT count(*) FROM events") == std::vector<std::string>{"0"});
  }

  TEST_CASE("transitions follow the table, and force takes any") {
    TaskPlace place;
    const std::string id = place.add();
    CHECK(place.refused(id, CompleteTask{}) == ErrorCode::conflict);
    CHECK(place.refused(id, RetryTask{}) == ErrorCode::conflict);
    CHECK(place.refused(id, AppendOutput{"x"}) == ErrorCode::conflict);
    (void)place.change(id, StartTask{});
    CHECK(place.refused(id, StartTask{}) == ErrorCode::conflict);
    CHECK(place.refused(id, RetryTask{}) == ErrorCode::conflict);
    (void)place.change(id, CompleteTask{});
    for (const TaskAction& action :
         std::vector<TaskAction>{StartTask{}, CompleteTask{}, FailTask{"x"}, CancelTask{}, RetryTask{}}) {
      CHECK(place.refused(id, action) == ErrorCode::conflict);
    }
    CHECK(place.force(id, StartTask{}).state == "running");
    CHECK(place.force(id, CompleteTask{"again"}).state == "completed");
    CHECK(place.force(id, CancelTask{}).state == "cancelled");
  }

  TEST_CASE("a stale version changes nothing, the right one counts up") {
    TaskPlace place;
    const std::string id = place.add();
    CHECK(place.refused(id, StartTask{}, with_version(2)) == ErrorCode::conflict);
    CHECK(place.state(id) == "queued");
    CHECK(place.change(id, StartTask{}, with_version(1)).version == 2);
    Precondition forced = with_version(1);
    forced.force = Force::yes;
    CHECK(place.refused(id, CompleteTask{}, forced) == ErrorCode::conflict);
  }

  TEST_CASE("set merges members: present ones keep their place, new ones come last") {
    TaskPlace place;
    const std::string id = place.add();
    (void)place.change(
        id,
        SetMembers{{{"priority", JsonText{"1e1"}}, {"zeta", JsonText{"[1]"}}, {"agent", JsonText{"\"b\""}}}});
    const std::string text = place.text(id);
    CHECK(text.find("\"priority\": 1e1,") != std::string::npos);
    CHECK(text.ends_with("  \"metadata\": {},\n  \"zeta\": [\n    1\n  ]\n}"));
    CHECK(place.record(id)["agent"] == "b");
    CHECK(place.rows("SELECT priority, version FROM tasks") == std::vector<std::string>{"10|2"});
  }

  TEST_CASE("set refuses an id, a state that is none, one that may not follow, and what is no JSON") {
    TaskPlace place;
    const std::string id = place.add();
    const auto set = [](const std::string& name, const std::string& json) {
      return SetMembers{{{"agent", JsonText{"\"kept?\""}}, {name, JsonText{json}}}};
    };
    CHECK(place.refused(id, set("id", "\"x\"")) == ErrorCode::usage);
    CHECK(place.refused(id, set("state", "\"paused\"")) == ErrorCode::invalid_input);
    CHECK(place.refused(id, set("state", "\"completed\"")) == ErrorCode::conflict);
    CHECK(place.refused(id, set("result", "{\"a\":1,\"a\":2}")) == ErrorCode::invalid_input);
    CHECK(place.refused(id, set("result", "[1,")) == ErrorCode::invalid_input);
    CHECK(place.refused(id, set("result", "1 2")) == ErrorCode::invalid_input);
    CHECK(place.record(id)["agent"].is_null());
    CHECK(place.force(id, set("state", "\"completed\"")).state == "completed");
    CHECK(place.state(id) == "completed");
  }

  TEST_CASE("several changes are one transaction: the last one's error undoes them all") {
    TaskPlace place;
    const std::string a = place.add();
    const std::string b = place.add();
    const std::vector<TaskChange> changes{{TaskId{a}, StartTask{}, {}}, {TaskId{b}, CompleteTask{}, {}}};
    const auto error = error_of([&] { (void)place.store().change(changes); });
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::conflict);
    CHECK(error->where() == b);
    CHECK(place.state(a) == "queued");
    CHECK(place.rows("SELECT count(*) FROM events WHERE kind = 'task:started'") ==
          std::vector<std::string>{"0"});
  }

  TEST_CASE("a request id gives its first answer again, and is refused for another request") {
    TaskPlace place;
    const std::vector<TaskChange> changes{{TaskId{}, NewTask{.prompt = "one"}, {}}};
    const ChangeReport first = place.store().change(changes, "key-1");
    CHECK_FALSE(first.repeated);
    place.reopen();
    const ChangeReport again = place.store().change(changes, "key-1");
    CHECK(again.repeated);
    CHECK(again.results.at(0).id == first.results.at(0).id);
    CHECK(again.results.at(0).version == 1);
    CHECK(again.results.at(0).event_seq == first.results.at(0).event_seq);
    CHECK(place.rows("SELECT count(*) FROM tasks") == std::vector<std::string>{"1"});
    const std::vector<TaskChange> other{{TaskId{}, NewTask{.prompt = "two"}, {}}};
    const auto error = error_of([&] { (void)place.store().change(other, "key-1"); });
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::conflict);
    CHECK(place.rows("SELECT count(*) FROM tasks") == std::vector<std::string>{"1"});
  }

  TEST_CASE("texts that are no UTF-8 are refused with their place") {
    TaskPlace place;
    const std::string id = place.add();
    (void)place.change(id, StartTask{});
    const auto error = error_of([&] { (void)place.change(id, AppendOutput{"ab\xff"}); });
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::invalid_input);
    CHECK(error->where() == "change.chunk: byte 2");
    CHECK(place.refused(id, FailTask{"\xc3"}) == ErrorCode::invalid_input);
    CHECK(place.refused("", NewTask{.prompt = "\xed\xa0\x80"}) == ErrorCode::invalid_input);
    CHECK(place.state(id) == "running");
  }
}
