// SPDX-License-Identifier: MIT
// Dependencies as a claim and `ready` meet them.
#include <doctest/doctest.h>

#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Lines = std::vector<std::string>;

/// Claims until nothing is ready.
Lines take_all(TaskPlace& place) {
  Lines ids;
  while (const auto claim = place.store().claim()) ids.push_back(claim->id.text);
  return ids;
}

}  // namespace

TEST_SUITE("trees::relation_rows") {
  TEST_CASE("a dependency on what there is not is waited for, until the task comes") {
    TaskPlace place;
    const std::string waits = place.add();
    const std::string other = place.add();
    place.set(waits, "metadata", R"({"depends_on":["task-0002"]})");
    CHECK(take_all(place) == Lines{other});
    CHECK(place.rows("SELECT blocked_by FROM tasks WHERE blocked_by IS NOT NULL") == Lines{"-2"});
    CHECK(place.store().ready().empty());
    const Readiness why = place.store().explain_ready().at(0);
    CHECK(why.code == "dependency_unknown");
    CHECK(why.reason == "depends on task-0002, an id that no task has");
    CHECK(why.blocked_by.at(0).text == "task-0002");
    const std::string came = place.add();
    CHECK(came == "task-0002");
    CHECK(place.store().explain_ready().at(0).task.id.text == came);
    CHECK(take_all(place) == Lines{came});
    CHECK(place.rows("SELECT blocked_by FROM tasks WHERE id = 1") == Lines{"3"});
    (void)place.force(came, CompleteTask{});
    CHECK(take_all(place) == Lines{waits});
  }

  TEST_CASE("a task that comes in a shell, completed, lets those go on that depend on it" * damages) {
    TaskPlace place;
    const std::string waits = place.add();
    place.set(waits, "metadata", R"({"depends_on":["elsewhere", null]})");
    CHECK(take_all(place).empty());
    place.edit("INSERT INTO tasks (legacy_id, state) VALUES ('another', 'completed')");
    CHECK(take_all(place).empty());
    CHECK(place.rows("SELECT blocked_by FROM tasks WHERE id = 1") == Lines{"-2"});
    place.edit("INSERT INTO tasks (legacy_id, state) VALUES ('elsewhere', 'completed')");
    CHECK(take_all(place) == Lines{waits});
  }

  TEST_CASE("tasks that depend on each other, or on themselves, are never handed out and are named") {
    TaskPlace place;
    for (int i = 0; i < 4; ++i) (void)place.add();
    place.set("task-0000", "metadata", R"({"depends_on":["task-0001"]})");
    place.set("task-0001", "metadata", R"({"depends_on":["task-0000"]})");
    place.set("task-0002", "metadata", R"({"depends_on":["task-0002"]})");
    place.set("task-0003", "metadata", R"({"depends_on":["task-0000"]})");
    CHECK(take_all(place).empty());
    Lines why;
    for (const Readiness& task : place.store().explain_ready())
      why.push_back(task.task.id.text + " " + task.code + ": " + task.reason);
    const std::string circle = "waits in a circle of dependencies: task-0000 → task-0001 → task-0000";
    CHECK(why == Lines{"task-0000 dependency_cycle: " + circle, "task-0001 dependency_cycle: " + circle,
                       "task-0002 dependency_cycle: waits in a circle of dependencies: task-0002 → task-0002",
                       "task-0003 dependency: waits for task-0000, which it depends on"});
    (void)place.force("task-0001", SetMembers{{{"metadata", JsonText{R"({"depends_on":[]})"}}}});
    CHECK(take_all(place) == Lines{"task-0001"});
  }
}
