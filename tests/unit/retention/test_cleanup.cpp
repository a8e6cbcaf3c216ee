// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "legacy_documents.hpp"
#include "legacy_fixtures.hpp"
#include "old_place.hpp"
#include "rlmdb/cleanup.hpp"
#include "rlmdb/grid.hpp"
#include "rlmdb/history.hpp"
#include "rlmdb/review.hpp"
#include "rlmdb/verify.hpp"
#include "task_place.hpp"
#include "util/clock.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

Lines kept_of(const CleanupReport& report) {
  Lines lines;
  for (const Kept& kept : report.kept)
    lines.push_back((kept.tree_id ? kept.tree_id->text : id_text(kept.id)) + ": " + kept.because);
  return lines;
}

Lines undated_of(const CleanupReport& report) {
  Lines lines;
  for (const UndatedTask& task : report.undated)
    lines.push_back(task.id.text + " " + task.state + " " + task.completed_at + " " + id_text(task.tree_id));
  return lines;
}

}  // namespace

TEST_SUITE("retention::cleanup") {
  TEST_CASE("completed after 7 days, cancelled as completed, failed after 30 where it was reviewed") {
    OldPlace place({ended("a", "completed", 8 * 24h), ended("b", "completed", 6 * 24h),
                    ended("c", "failed", 29 * 24h), ended("d", "failed", 31 * 24h),
                    ended("e", "cancelled", 8 * 24h), ended("f", "running", 99 * 24h),
                    ended("g", "queued", 99 * 24h), ended("h", "paused", 99 * 24h)});
    const CleanupReport first = place.clean();
    CHECK(ids_of(first) == Lines{"a", "e"});
    REQUIRE(first.to_review.size() == 1);
    CHECK(first.to_review[0].id.text == "d");
    CleanupOptions soon;
    soon.policy.failed = 24h;
    CHECK(place.clean(soon).to_review.size() == 2);
    CHECK(place.left() == Lines{"b", "c", "d", "f", "g", "h"});
    (void)review_failures(place.store(), std::vector{TaskId{"c"}, TaskId{"d"}});
    const CleanupReport report = place.clean();
    CHECK(report.applied);
    CHECK(report.removed == 1);
    CHECK(report.to_review.empty());
    CHECK(ids_of(report) == Lines{"d"});
    CHECK(place.left() == Lines{"b", "c", "f", "g", "h"});
    CHECK(place.rows(
              "SELECT kind, old_state, new_state FROM events WHERE kind = 'task:removed' ORDER BY seq") ==
          Lines{"task:removed|completed|NULL", "task:removed|cancelled|NULL", "task:removed|failed|NULL"});
    CHECK(verify(place.store()).finding_count == 0);
    CHECK(place.clean().removed == 0);
  }

  TEST_CASE("a time that is none never goes") {
    OldPlace place({record("a", {{"state", "\"completed\""}, {"completedAt", "\"long ago\""}}),
                    record("b", {{"state", "\"completed\""}, {"completedAt", "null"}})});
    CHECK(place.clean().removed == 0);
  }

  TEST_CASE("what ended at no time that can be read is named, whatever it is in, and stays") {
    const std::string document = R"({"version":"1.0.0","root_task":{"node_id":"task-0000000a","prompt":"p",
      "status":"completed"},"metadata":{"tree_id":"tree-0000000a","completed_at":"2026-02-02T21:15:00Z"}})";
    OldPlace place(
        {record("a", {{"state", "\"completed\""}, {"completedAt", "1770632940123"}}),
         record("b", {{"state", "\"failed\""}, {"completedAt", "\"2026-02-09T10:24:00.000\""}}),
         record("c", {{"state", "\"cancelled\""}, {"completedAt", "null"}}),
         record("d", {{"state", "\"completed\""},
                      {"completedAt", "\"2026-02-09 10:24:00Z\""},
                      {"metadata", old_node("tree-1", "")}}),
         record("e", {{"state", "\"completed\""}, {"completedAt", "\"2026-13-09T10:24:00.000Z\""}}),
         record("f", {{"state", "\"queued\""}, {"completedAt", "1770632940123"}}),
         ended("g", "completed", 9 * 24h)});
    write_all(place.file("tree.json"), document);
    (void)import_one(place.file("a.db"), place.file("tree.json"));
    const CleanupReport report = place.clean();
    CHECK(ids_of(report) == Lines{"task-0000000a", "g"});
    CHECK(undated_of(report) == Lines{"a completed 1770632940123 ", "b failed 2026-02-09T10:24:00.000 ",
                                      "c cancelled  ", "d completed 2026-02-09 10:24:00Z tree-1",
                                      "e completed 2026-13-09T10:24:00.000Z "});
    CHECK(place.left() == Lines{"a", "b", "c", "d", "e", "f"});
    CleanupOptions failed_only;
    failed_only.policy.completed.reset();
    CHECK(undated_of(place.clean(failed_only)) == Lines{"b failed 2026-02-09T10:24:00.000 "});
    (void)place.store().change(
        {TaskId{"a"}, SetMembers{{{"completedAt", JsonText{R"("2026-02-09T10:29:00.123Z")"}}}}, {}});
    CHECK(ids_of(place.clean()) == Lines{"a"});
  }

  TEST_CASE("a dry run lists the same and removes nothing") {
    OldPlace place({ended("a", "completed", 8 * 24h), ended("b", "completed", 9 * 24h)});
    CleanupOptions dry;
    dry.run = CleanupRun::dry_run;
    const CleanupReport planned = place.clean(dry);
    CHECK_FALSE(planned.applied);
    CHECK(planned.removed == 0);
    CHECK(place.left() == Lines{"a", "b"});
    const CleanupReport done = place.clean();
    CHECK(ids_of(done) == ids_of(planned));
    CHECK(done.bytes == planned.bytes);
    CHECK(planned.bytes > 0);
  }

  TEST_CASE("a tree goes as a whole, and never while it has work left") {
    OldPlace place({ended("a", "completed", 9 * 24h, old_node("tree-done", "")),
                    ended("b", "cancelled", 9 * 24h, old_node("tree-done", "a")),
                    ended("c", "completed", 9 * 24h, old_node("tree-young", "")),
                    ended("d", "completed", 1h, old_node("tree-young", "c")),
                    ended("e", "completed", 9 * 24h, old_node("tree-open", "")),
                    ended("f", "failed", 99 * 24h, old_node("tree-open", "e")),
                    ended("g", "completed", 9 * 24h, old_node("tree-lent", "")),
                    record("h", {{"metadata", old_node("tree-other", "g")}})});
    const CleanupReport report = place.clean();
    CHECK(ids_of(report) == Lines{"a", "b"});
    CHECK(report.kept_tasks == 4);
    CHECK(kept_of(report) == Lines{"tree-lent: h of tree-other is not finished and needs it",
                                   "tree-open: 1 of its 2 nodes failed, and nobody reviewed it",
                                   "tree-young: 1 of its 2 nodes ended too recently, or nobody knows when"});
    CHECK(place.left() == Lines{"c", "d", "e", "f", "g", "h"});
    CHECK(place.rows("SELECT count(*) FROM tree_nodes") == Lines{"6"});
  }

  TEST_CASE("batches never divide a tree") {
    Lines records;
    for (int i = 0; i < 7; ++i)
      records.push_back(
          ended("a" + std::to_string(i), "completed", 9 * 24h, old_node("tree-1", i == 0 ? "" : "a0")));
    for (int i = 0; i < 5; ++i) records.push_back(ended("b" + std::to_string(i), "completed", 9 * 24h));
    OldPlace place(records);
    CleanupOptions options;
    options.batch = 2;
    int batches = 0;
    options.cancelled = [&] { return ++batches > 1; };
    const CleanupReport stopped = place.clean(options);
    CHECK_FALSE(stopped.applied);
    CHECK(stopped.removed == 7);
    CHECK(place.rows("SELECT count(*) FROM tree_nodes") == Lines{"0"});
    options.cancelled = nullptr;
    CHECK(place.clean(options).removed == 5);
    CHECK(place.left().empty());
  }

  TEST_CASE("a call that has committed is not given up any more, and the next one is") {
    OldPlace place({ended("a", "completed", 9 * 24h), ended("b", "completed", 9 * 24h)});
    bool has_committed = false;
    StoreOptions when_stored;
    when_stored.committed = [&] { has_committed = true; };
    when_stored.cancelled = [&] { return has_committed; };
    Store store = Store::open(place.store().path(), Access::read_write, when_stored);
    CleanupOptions options;
    options.batch = 1;
    const CleanupReport report = cleanup(store, options);
    CHECK(report.applied);
    CHECK(report.removed == 2);
    CHECK(has_committed);
    const auto error = error_of([&] { (void)store.find_record(TaskId{"a"}); });
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::io);
    has_committed = false;
    CHECK_FALSE(store.find_record(TaskId{"a"}).has_value());
  }

  TEST_CASE("a clock before the newest event removes nothing") {
    OldPlace place({ended("a", "completed", 9 * 24h)});
    place.edit("UPDATE events SET at = '2999-01-01T00:00:00.000Z'");
    const auto error = error_of([&] { (void)place.clean(); });
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::conflict);
    CHECK(place.left() == Lines{"a"});
  }

  TEST_CASE("a clock that is ahead for a moment removes nothing, whatever is written at that moment") {
    OldPlace place({ended("a", "completed", 1h)});
    const auto year = std::chrono::days(365);
    const auto cleaned_at = [&](std::chrono::hours ahead, ClockTrust trust) {
      StoreOptions options;
      options.clock = [ahead] { return std::chrono::system_clock::now() + ahead; };
      Store store = Store::open(place.file("a.db"), Access::read_write, options);
      NewTask task;
      task.prompt = "written then";
      (void)store.change({TaskId{}, task});
      CleanupOptions cleaning;
      cleaning.clock = trust;
      return code_of([&] { (void)cleanup(store, cleaning); });
    };
    CHECK(cleaned_at(year, ClockTrust::by_events) == "conflict");
    CHECK(place.rows("SELECT count(*) FROM tasks WHERE legacy_id = 'a'") == Lines{"1"});
    CHECK(cleaned_at(year + 30h, ClockTrust::by_events) == "no error");
    CHECK(place.rows("SELECT count(*) FROM tasks WHERE legacy_id = 'a'") == Lines{"0"});
    // The clock is right again: what was written then is not yet.
    CHECK(code_of([&] { (void)place.clean(); }) == "conflict");
  }

  TEST_CASE("after a silence the clock counts where somebody says so, or nothing would go") {
    OldPlace place({ended("a", "completed", 99 * 24h)});
    const auto last_seen = [&](std::chrono::hours ago) {
      place.edit("UPDATE events SET at = '" + time_before(ago) + "'");
    };
    last_seen(34 * 24h);
    CHECK(code_of([&] { (void)place.clean(); }) == "conflict");
    CleanupOptions options;
    options.run = CleanupRun::dry_run;
    CHECK(ids_of(place.clean(options)) == Lines{"a"});
    options.run = CleanupRun::apply;
    options.policy.completed = 100 * 24h;
    CHECK(place.clean(options).removed == 0);
    last_seen(34 * 24h);
    options.policy.completed = 24h;
    options.clock = ClockTrust::as_it_is;
    CHECK(place.clean(options).removed == 1);
  }

  TEST_CASE("where an event of the last month is a day old, the clock counts") {
    OldPlace place({ended("a", "completed", 99 * 24h)});
    place.edit("UPDATE events SET at = '" + time_before(32 * 24h) + "'");
    CHECK(place.clean().removed == 1);
  }

  TEST_CASE("a task with a time that is not yet is named and left out, and the rest goes" * damages) {
    OldPlace place({ended("a", "completed", 9 * 24h), ended("b", "completed", 9 * 24h),
                    ended("c", "completed", 9 * 24h, old_node("tree-1", "")),
                    ended("d", "completed", 9 * 24h, old_node("tree-1", "c"))});
    place.edit("UPDATE tasks SET created_at = '9999-01-01T00:00:00.000Z' WHERE legacy_id IN ('a', 'd')");
    const CleanupReport report = place.clean();
    CHECK(ids_of(report) == Lines{"b"});
    CHECK(place.left() == Lines{"a", "c", "d"});
    REQUIRE(report.warnings.size() == 2);
    CHECK(report.warnings[0].where == "a");
    CHECK(report.warnings[0].code == "time_to_come");
    CHECK(kept_of(report) ==
          Lines{"tree-1: the createdAt of d is not yet", "a: the createdAt of a is not yet"});
  }

  TEST_CASE(
      "what something unfinished needs stays: dependencies, parents and what is above, loose children") {
    OldPlace place(
        {ended("a", "completed", 9 * 24h), record("b", {{"metadata", R"({"depends_on": ["a"]})"}}),
         ended("c", "completed", 9 * 24h), ended("d", "completed", 9 * 24h, R"({"parent_id": "c"})"),
         record("e", {{"metadata", R"({"parent_id": "d"})"}}),
         ended("f", "completed", 9 * 24h, R"({"parent_id": "g"})"), record("g", {}),
         ended("h", "completed", 9 * 24h, R"({"depends_on": ["i"]})"), ended("i", "completed", 9 * 24h),
         ended("j", "completed", 9 * 24h, old_node("tree-1", "")),
         record("k", {{"state", "\"failed\""}, {"metadata", R"({"depends_on": ["j"]})"}})});
    const CleanupReport report = place.clean();
    CHECK(ids_of(report) == Lines{"h", "i"});
    CHECK(place.left() == Lines{"a", "b", "c", "d", "e", "f", "g", "j", "k"});
    CHECK(kept_of(report) == Lines{"tree-1: k is not finished and needs it",
                                   "a: b is not finished and needs it", "c: e is not finished and needs it",
                                   "d: e is not finished and needs it", "f: g is not finished and needs it"});
  }

  TEST_CASE("what came to be needed after the plan stays") {
    OldPlace place({ended("a", "completed", 9 * 24h), ended("b", "completed", 9 * 24h), record("c", {})});
    CleanupOptions options;
    options.agreed = [&](const CleanupReport& report) {
      CHECK(ids_of(report) == Lines{"a", "b"});
      (void)place.store().change(
          {TaskId{"c"}, SetMembers{{{"metadata", JsonText{R"({"depends_on":["a"]})"}}}}, {}});
      return true;
    };
    CHECK(place.clean(options).removed == 1);
    CHECK(place.left() == Lines{"a", "c"});
  }

  TEST_CASE("nothing goes where the answer is no") {
    OldPlace place({ended("a", "completed", 9 * 24h)});
    CleanupOptions options;
    options.agreed = [](const CleanupReport&) { return false; };
    CHECK_FALSE(place.clean(options).applied);
    CHECK(place.left() == Lines{"a"});
  }

  TEST_CASE("old events go from the oldest on, and never from behind one that stays") {
    TaskPlace place;
    const std::string id = place.add();
    for (const char* agent : {"\"b\"", "\"c\"", "\"d\""})
      (void)place.change(id, SetMembers{{{"agent", JsonText{agent}}}});
    place.edit("UPDATE events SET at = '" + time_before(2h) + "' WHERE seq IN (1, 3)");
    CleanupOptions options;
    options.policy.events = 1h;
    CHECK(cleanup(place.store(), options).events == 1);
    CHECK(place.rows("SELECT seq FROM events") == Lines{"2", "3", "4"});
    CHECK(Json::parse(task_json_at(place.store(), TaskId{id}, std::int64_t{2})).at("agent") == "b");
    const auto error = error_of([&] { (void)task_json_at(place.store(), TaskId{id}, std::int64_t{0}); });
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::not_found);
  }

  TEST_CASE("ids of removed tasks are not given out again") {
    TaskPlace place;
    for (int i = 0; i < 3; ++i) (void)place.force(place.add(), CompleteTask{});
    place.edit("UPDATE tasks SET completed_at = '2020-01-01T00:00:00.000Z'");
    CHECK(cleanup(place.store()).removed == 3);
    CHECK(place.add() == "task-0003");
    CHECK(place.rows("SELECT id FROM tasks") == Lines{"4"});
  }

  TEST_CASE("old events go with what only they name, but never the newest") {
    TaskPlace place;
    const std::string id = place.add();
    (void)place.force(id, CompleteTask{std::string(2000, 'x')});
    (void)place.force(id, CompleteTask{"short"});
    (void)place.store().change(
        std::vector<TaskChange>{{TaskId{id}, SetMembers{{{"agent", JsonText{"\"a\""}}}}, {}}}, "key");
    CHECK(place.rows("SELECT count(*) FROM contents") == Lines{"1"});
    CleanupOptions options;
    options.policy.events = 1h;
    CHECK(cleanup(place.store(), options).events == 0);
    place.edit("UPDATE events SET at = '" + time_before(2h) +
               "'; UPDATE requests SET at = "
               "'2020-01-01T00:00:00.000Z'");
    const CleanupReport report = cleanup(place.store(), options);
    CHECK(report.events == 3);
    CHECK(report.requests == 1);
    CHECK(place.rows("SELECT seq FROM events") == Lines{"4"});
    CHECK(place.rows("SELECT (SELECT count(*) FROM contents), (SELECT count(*) FROM requests), "
                     "(SELECT count(*) FROM event_changes)") == Lines{"0|0|1"});
    CHECK(place.change(id, SetMembers{{{"agent", JsonText{"null"}}}}).event_seq == 5);
  }

  TEST_CASE("what a mission's files said before goes with the events that wrote it, the files never") {
    TaskPlace place;
    (void)init_grid(place.store(), {}, NewGrid{.cluster = "blog"});
    (void)change_grid(place.store(), {}, NewScratchEntry{.notes = {"looked around"}});
    (void)change_grid(place.store(), {}, GridStatePatch{R"({"energy_remaining":9000})"});
    const std::string versions =
        "SELECT f.name, v.event_seq FROM grid_versions v JOIN grid_files f ON f.id = v.file_id ORDER BY v.id";
    (void)change_grid(place.store(), {}, GridStatePatch{R"({"energy_remaining":8000})"});
    const Lines all{"STATE.md|1", "SCRATCHPAD.md|2", "STATE.md|3", "STATE.md|4"};
    CHECK(place.rows(versions) == all);
    place.edit("UPDATE events SET at = '" + time_before(2h) + "' WHERE seq < 4");
    CleanupOptions options;
    options.policy.events = 1h;
    options.run = CleanupRun::dry_run;
    CHECK(cleanup(place.store(), options).events == 3);
    CHECK(place.rows(versions) == all);
    options.run = CleanupRun::apply;
    CHECK(cleanup(place.store(), options).events == 3);
    // What the event that is left changed can still be told.
    CHECK(place.rows(versions) == Lines{"SCRATCHPAD.md|2", "STATE.md|3", "STATE.md|4"});
    CHECK(verify(place.store()).finding_count == 0);
  }
}
