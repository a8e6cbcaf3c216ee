// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "rlmdb/work_left.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using namespace std::chrono_literals;

namespace {

NewTask node_to_wait_for(const std::string& tree) {
  NewTask task;
  task.prompt = "work";
  task.tree = TreeId{tree};
  return task;
}

std::vector<std::string> running_of(const WorkLeft& left) {
  std::vector<std::string> ids;
  for (const TaskId& id : left.running) ids.push_back(id.text);
  return ids;
}

}  // namespace

TEST_SUITE("tasks::work_left") {
  TEST_CASE("nothing of an empty store, of ended tasks, and of what waits for a failed one") {
    TaskPlace place;
    CHECK(work_left(place.store()).is_nothing());
    (void)place.add();
    CHECK(work_left(place.store()).may_become_ready);
    NewTask waits;
    waits.prompt = "waits";
    waits.depends_on = {TaskId{"task-0000"}};
    (void)place.add(waits);
    CHECK(work_left(place.store()).queued == 2);
    (void)place.change("task-0000", FailTask{"no"});
    CHECK(work_left(place.store()).is_nothing());
    CHECK(work_left(place.store()).queued == 1);
    (void)place.change("task-0000", RetryTask{});
    (void)place.change("task-0000", StartTask{::getpid()});
    CHECK(running_of(work_left(place.store())) == std::vector<std::string>{"task-0000"});
  }

  TEST_CASE(
      "a backoff ends, and so does a lease whose process is gone; another process that is gone does "
      "nothing") {
    TaskPlace place;
    NewTask task;
    task.prompt = "work";
    task.max_attempts = 2;
    task.backoff = 1h;
    (void)place.add(task);
    const auto claim = place.store().claim();
    FailTask fail{"no"};
    fail.after = AfterFailure::as_configured;
    CHECK(place.change("task-0000", fail, with_token(claim->token)).state == "queued");
    CHECK(place.store().explain_ready().at(0).code == "backoff");
    CHECK(work_left(place.store()).may_become_ready);
    (void)place.force("task-0000", StartTask{});
    CHECK(place.store().list({.state = "running"}).at(0).is_process_gone);
    CHECK(work_left(place.store()).is_nothing());
    place.edit("UPDATE tasks SET lease_expires_at = '2999-01-01T00:00:00.000Z', owner = 'anna'");
    CHECK(running_of(work_left(place.store())) == std::vector<std::string>{"task-0000"});
  }

  TEST_CASE("of a tree, what others run counts only where one of its nodes waits for a dependency") {
    TaskPlace place;
    (void)place.add(node_to_wait_for("tree-1"));
    (void)place.add(node_to_wait_for("tree-2"));
    const auto claim = place.store().claim();
    CHECK(claim->id.text == "task-0000");
    const auto left_of = [&](const char* tree) {
      ReadyFilter filter;
      filter.tree = TreeId{tree};
      return work_left(place.store(), filter);
    };
    (void)place.change("task-0001", CancelTask{});
    CHECK(running_of(left_of("tree-1")) == std::vector<std::string>{"task-0000"});
    CHECK(left_of("tree-2").is_nothing());
    NewTask waits = node_to_wait_for("tree-3");
    waits.depends_on = {TaskId{"task-0000"}};
    (void)place.add(waits);
    CHECK(running_of(left_of("tree-3")) == std::vector<std::string>{"task-0000"});
    CHECK(error_of([&] { (void)left_of("tree-9"); })->code() == ErrorCode::not_found);
  }

  TEST_CASE("a failure counts attempts only where the task was given some") {
    TaskPlace place;
    FailTask fail{"no"};
    fail.after = AfterFailure::as_configured;
    const std::string plain = place.add();
    CHECK(place.change(plain, fail).state == "failed");
    NewTask twice;
    twice.prompt = "work";
    twice.max_attempts = 2;
    const std::string id = place.add(twice);
    const ChangeResult first = place.change(id, fail);
    CHECK(first.state == "queued");
    CHECK(first.version == 3);
    CHECK(place.record(id)["error"] == "no");
    CHECK(place.change(id, fail).state == "failed");
    CHECK(place.rows("SELECT attempts FROM tasks ORDER BY id") == std::vector<std::string>{"0", "2"});
    CHECK(
        place.rows("SELECT kind || ' ' || coalesce(reason, '') FROM events WHERE task_id = 2 ORDER BY seq") ==
        std::vector<std::string>{"task:created ", "task:failed ", "task:retried failed", "task:updated ",
                                 "task:failed "});
  }
}
