// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "legacy_documents.hpp"
#include "legacy_fixtures.hpp"
#include "rlmdb/cleanup.hpp"
#include "rlmdb/verify.hpp"
#include "task_place.hpp"
#include "util/clock.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using namespace std::chrono_literals;
using Lines = std::vector<std::string>;

std::string time_before(std::chrono::milliseconds age) {
  return util::utc_text(util::now() - age);
}

/// A task that ended so long ago.
std::string ended(const std::string& id, const std::string& state, std::chrono::milliseconds age,
                  const std::string& metadata = "{}") {
  return record(id, {{"state", "\"" + state + "\""},
                     {"createdAt", "\"" + time_before(age + 1h) + "\""},
                     {"completedAt", "\"" + time_before(age) + "\""},
                     {"metadata", metadata}});
}

std::string node(const std::string& tree, const std::string& parent) {
  return "{\n        \"tree_id\": \"" + tree +
         "\",\n        \"parent_id\": " + (parent.empty() ? "null" : "\"" + parent + "\"") + "\n      }";
}

class OldPlace {
 public:
  explicit OldPlace(const Lines& records) : m_store(made(m_dir, records)) {}
  CleanupReport clean(const CleanupOptions& options = {}) { return cleanup(m_store, options); }
  [[nodiscard]] Lines left() const { return rows("SELECT legacy_id FROM tasks ORDER BY id"); }
  [[nodiscard]] Lines rows(const std::string& sql) const { return rows_of(m_dir / "a.db", sql); }
  [[nodiscard]] Store& store() { return m_store; }
  void edit(const std::string& sql) { edit_in_shell(m_dir / "a.db", sql); }

 private:
  static Store made(const TestDir& dir, const Lines& records) {
    write_all(dir / "tasks.json", document(records));
    (void)import_one(dir / "a.db", dir / "tasks.json");
    return Store::open(dir / "a.db", Access::read_write);
  }
  TestDir m_dir;
  Store m_store;
};

Lines ids_of(const CleanupReport& report) {
  Lines ids;
  for (const Removal& removal : report.tasks) ids.push_back(removal.id.text);
  return ids;
}

}  // namespace

TEST_SUITE("tasks::cleanup") {
  TEST_CASE("completed after 7 days, failed after 30, cancelled as completed") {
    OldPlace place({ended("a", "completed", 8 * 24h), ended("b", "completed", 6 * 24h),
                    ended("c", "failed", 29 * 24h), ended("d", "failed", 31 * 24h),
                    ended("e", "cancelled", 8 * 24h), ended("f", "running", 99 * 24h),
                    ended("g", "queued", 99 * 24h), ended("h", "paused", 99 * 24h)});
    const CleanupReport report = place.clean();
    CHECK(report.applied);
    CHECK(report.removed == 3);
    CHECK(ids_of(report) == Lines{"d", "a", "e"});
    CHECK(place.left() == Lines{"b", "c", "f", "g", "h"});
    CHECK(place.rows(
              "SELECT kind, old_state, new_state FROM events WHERE kind = 'task:removed' ORDER BY seq") ==
          Lines{"task:removed|failed|NULL", "task:removed|completed|NULL", "task:removed|cancelled|NULL"});
    CHECK(verify(place.store()).finding_count == 0);
    CHECK(place.clean().removed == 0);
  }

  TEST_CASE("a time that is none never goes") {
    OldPlace place({record("a", {{"state", "\"completed\""}, {"completedAt", "\"long ago\""}}),
                    record("b", {{"state", "\"completed\""}, {"completedAt", "null"}})});
    CHECK(place.clean().removed == 0);
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
    OldPlace place({ended("a", "completed", 9 * 24h, node("tree-done", "")),
                    ended("b", "cancelled", 9 * 24h, node("tree-done", "a")),
                    ended("c", "completed", 9 * 24h, node("tree-young", "")),
                    ended("d", "completed", 1h, node("tree-young", "c")),
                    ended("e", "completed", 9 * 24h, node("tree-open", "")),
                    ended("f", "failed", 99 * 24h, node("tree-open", "e")),
                    ended("g", "completed", 9 * 24h, node("tree-lent", "")),
                    record("h", {{"metadata", node("tree-other", "g")}})});
    const CleanupReport report = place.clean();
    CHECK(ids_of(report) == Lines{"a", "b"});
    CHECK(report.kept_for_trees == 4);
    CHECK(place.left() == Lines{"c", "d", "e", "f", "g", "h"});
    CHECK(place.rows("SELECT count(*) FROM tree_nodes") == Lines{"6"});
  }

  TEST_CASE("batches never divide a tree") {
    Lines records;
    for (int i = 0; i < 7; ++i)
      records.push_back(
          ended("a" + std::to_string(i), "completed", 9 * 24h, node("tree-1", i == 0 ? "" : "a0")));
    for (int i = 0; i < 5; ++i) records.push_back(ended("b" + std::to_string(i), "completed", 9 * 24h));
    OldPlace place(records);
    CleanupOptions options;
    options.batch = 2;
    int batches = 0;
    options.cancelled = [&] { return ++batches > 2; };
    const CleanupReport stopped = place.clean(options);
    CHECK_FALSE(stopped.applied);
    CHECK(stopped.removed == 4);
    CHECK(place.rows("SELECT count(*) FROM tree_nodes") == Lines{"7"});
    options.cancelled = nullptr;
    CHECK(place.clean(options).removed == 8);
    CHECK(place.left().empty());
  }

  TEST_CASE("a clock before the newest stored time removes nothing") {
    OldPlace place({ended("a", "completed", 9 * 24h)});
    place.edit("UPDATE tasks SET created_at = '2999-01-01T00:00:00.000Z'");
    const auto error = error_of([&] { (void)place.clean(); });
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::conflict);
    CHECK(place.left() == Lines{"a"});
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
    place.edit(
        "UPDATE events SET at = '2020-01-01T00:00:00.000Z'; UPDATE requests SET at = "
        "'2020-01-01T00:00:00.000Z'");
    const CleanupReport report = cleanup(place.store(), options);
    CHECK(report.events == 3);
    CHECK(report.requests == 1);
    CHECK(place.rows("SELECT seq FROM events") == Lines{"4"});
    CHECK(place.rows("SELECT (SELECT count(*) FROM contents), (SELECT count(*) FROM requests), "
                     "(SELECT count(*) FROM event_changes)") == Lines{"0|0|1"});
    CHECK(place.change(id, SetMembers{{{"agent", JsonText{"null"}}}}).event_seq == 5);
  }
}
