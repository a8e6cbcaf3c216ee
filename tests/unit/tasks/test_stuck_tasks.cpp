// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "rlmdb/work_left.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

std::vector<std::string> stuck_of(TaskPlace& place, const ReadyFilter& filter = {}) {
  std::vector<std::string> lines;
  for (const StuckTasks& stuck : stuck_tasks(place.store(), filter)) {
    lines.push_back(stuck.code);
    for (const TaskId& id : stuck.tasks) lines.back() += " " + id.text;
    lines.back() += ": " + stuck.message;
  }
  return lines;
}

void depend(TaskPlace& place, const std::string& id, const std::string& on) {
  place.set(id, "metadata", R"({"depends_on":)" + on + "}");
}

}  // namespace

TEST_SUITE("tasks::stuck_tasks") {
  TEST_CASE(
      "circles once, then what depends on what there is not; nothing of what only waits or is finished") {
    TaskPlace place;
    for (int i = 0; i < 7; ++i) (void)place.add();
    CHECK(stuck_of(place).empty());
    depend(place, "task-0000", R"(["task-0777", "task-0001"])");
    depend(place, "task-0001", R"(["task-0002"])");
    depend(place, "task-0002", R"(["task-0001", "task-0003"])");
    depend(place, "task-0003", R"("task-0003")");
    depend(place, "task-0004", R"(["task-0005"])");
    depend(place, "task-0005", R"(["task-0004", "task-0778"])");
    (void)place.force("task-0005", CompleteTask{});
    CHECK(stuck_of(place) ==
          std::vector<std::string>{
              "dependency_cycle task-0001 task-0002: 2 tasks depend on each other and can never run: "
              "task-0001 → task-0002 → task-0001",
              "dependency_cycle task-0003: the task depends on itself and can never run: "
              "task-0003 → task-0003",
              "dependency_unknown task-0000: the task depends on task-0777, an id that no task has, and "
              "waits"});
  }

  TEST_CASE("whether anything runs") {
    TaskPlace place;
    (void)place.add();
    CHECK_FALSE(is_anything_running(place.store()));
    const auto claim = place.store().claim();
    CHECK(is_anything_running(place.store()));
    (void)place.change("task-0000", CompleteTask{}, with_token(claim->token));
    CHECK_FALSE(is_anything_running(place.store()));
  }

  TEST_CASE("only where a queued task of the agent or tree is among them") {
    TaskPlace place;
    for (const char* agent : {"a", "b", "a"}) {
      NewTask task;
      task.prompt = "work";
      task.agent = agent;
      (void)place.add(task);
    }
    depend(place, "task-0000", R"(["task-0001"])");
    depend(place, "task-0001", R"(["task-0000"])");
    depend(place, "task-0002", R"(["nowhere"])");
    ReadyFilter of_b;
    of_b.agent = "b";
    CHECK(stuck_of(place, of_b).size() == 1);
    CHECK(stuck_of(place).size() == 2);
    of_b.agent = "c";
    CHECK(stuck_of(place, of_b).empty());
    of_b.tree = TreeId{"tree-1"};
    CHECK(code_of([&] { (void)stuck_tasks(place.store(), of_b); }) == "not_found");
    (void)place.change("task-0002", CancelTask{});
    CHECK(stuck_of(place).size() == 1);
  }
}
