// SPDX-License-Identifier: MIT
// Nodes that have used up their attempts, tasks outside trees, and what is written down of a recovery.
#include <doctest/doctest.h>

#include "program_run.hpp"
#include "rlmdb/recover.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

NewTask node_of(const std::string& tree) {
  NewTask task;
  task.prompt = std::string("node");
  task.tree = TreeId{tree};
  return task;
}

/// Started by a process that is no more.
void start_and_die(TaskPlace& place, const std::string& id) {
  (void)place.force(id, StartTask{});
}

NodePlan only_node(const RecoveryReport& report) {
  REQUIRE(report.trees.size() == 1);
  REQUIRE(report.trees[0].nodes.size() == 1);
  return report.trees[0].nodes[0];
}

/// Fails and recovers until it is given up; returns how often it was tried again.
int tries(TaskPlace& place, const std::string& id) {
  for (int count = 0; count < 10; ++count) {
    start_and_die(place, id);
    (void)place.change(id, FailTask{"no"});
    const RecoveryReport report = recover(place.store(), std::nullopt);
    if (only_node(report).decision == Decision::give_up) return count;
    CHECK(only_node(report).decision == Decision::retry);
  }
  return -1;
}

}  // namespace

TEST_SUITE("tasks::give_up") {
  TEST_CASE("what failed is tried again as often as it may be, and not more") {
    TaskPlace place;
    const std::string id = place.add(node_of("tree-1"));
    CHECK(tries(place, id) == 2);
    const RecoveryReport again = recover(place.store(), std::nullopt);
    CHECK(again.changed == 0);
    CHECK(only_node(again).reason == "failed; that was the last of its 3 attempts");
    CHECK(place.rows("SELECT decision FROM recovery_plan") == std::vector<std::string>{"give_up"});
    CHECK(recover(place.store(), std::nullopt, RecoverRun::apply, Attempts::unlimited).changed == 1);
    CHECK(place.state(id) == "queued");
  }

  TEST_CASE("the task's own limit counts, else that of its execution_config, else of its document" *
            damages) {
    TaskPlace place;
    NewTask own = node_of("tree-1");
    own.max_attempts = 1;
    own.config = JsonText{R"({"retry_policy":{"max_retries":7}})"};
    CHECK(tries(place, place.add(own)) == 0);
    place.edit("DELETE FROM tasks");
    NewTask configured = node_of("tree-2");
    configured.config = JsonText{R"({"retry_policy":{"max_retries":1,"backoff_ms":5}})"};
    CHECK(tries(place, place.add(configured)) == 1);
    CHECK(place.rows("SELECT decision FROM recovery_plan") == std::vector<std::string>{"give_up"});
    place.edit("DELETE FROM tasks");
    NewTask strange = node_of("tree-3");
    strange.config = JsonText{R"({"retry_policy":{"max_retries":1e300}})"};
    CHECK(tries(place, place.add(strange)) == 2);
    for (const std::string policy : {"{}", R"({"backoff_ms":5})", R"({"max_retries":null})"}) {
      place.edit("DELETE FROM tasks");
      NewTask silent = node_of("tree-" + policy.substr(2, 3));
      silent.config = JsonText{std::string(R"({"retry_policy":)") + policy + "}"};
      CHECK(tries(place, place.add(silent)) == 3);
      CHECK(place.rows("SELECT decision FROM recovery_plan") == std::vector<std::string>{"give_up"});
    }
  }

  TEST_CASE("a configuration that is no object sets nothing, and holds nobody up") {
    const TestDir dir;
    write_all(dir / "tasks.json", R"({"version":1,"tasks":[{"id":"task-0001","prompt":"p","state":"queued",)"
                                  R"("createdAt":"2026-01-01T00:00:00.000Z",)"
                                  R"("metadata":{"execution_config":"quick"}}]})");
    (void)import_one(dir / "x.db", dir / "tasks.json");
    Store store = Store::open(dir / "x.db", Access::read_write);
    const std::optional<Claim> claim = store.claim();
    REQUIRE(claim);
    CHECK(claim->id == TaskId{"task-0001"});
    CHECK(claim->timeout == std::nullopt);
  }

  TEST_CASE("the limit of a tree document's node") {
    const TestDir dir;
    write_all(dir / "tree.json", R"({"tree_id":"tree-9f8e7d6c","nodes":[{"node_id":"task-a0000001",)"
                                 R"("prompt":"p","status":"failed","parent_id":null,)"
                                 R"("execution_config":{"retry_policy":{"max_retries":0}}}]})");
    (void)import_one(dir / "x.db", dir / "tree.json");
    Store store = Store::open(dir / "x.db", Access::read_write);
    CHECK(only_node(recover(store, std::nullopt)).reason == "failed; it has one attempt, and that was it");
  }

  TEST_CASE("a policy that says nothing has the schema's defaults, wherever it stands") {
    const TestDir dir;
    write_all(dir / "tree.json", R"({"tree_id":"tree-9f8e7d6c","nodes":[{"node_id":"task-a0000001",)"
                                 R"("prompt":"p","status":"pending","parent_id":null,)"
                                 R"("execution_config":{"retry_policy":{}}}]})");
    write_all(dir / "tasks.json",
              R"({"tasks":[{"id":"task-0001","prompt":"p","state":"queued","metadata":)"
              R"({"execution_config":{"retry_policy":{"backoff_ms":null}}}},)"
              R"({"id":"task-0002","prompt":"p","state":"queued","metadata":{"execution_config":{}}}]})");
    (void)import_files(dir / "x.db", {dir / "tree.json", dir / "tasks.json"}, quick());
    Store store = Store::open(dir / "x.db", Access::read_write);
    for (const char* id : {"task-a0000001", "task-0001", "task-0002"}) {
      ClaimOptions options;
      options.task = TaskId{id};
      Precondition token;
      token.token = store.claim(options).value().token;
      FailTask fail;
      fail.error = "no";
      fail.after = AfterFailure::as_configured;
      CHECK(store.change({TaskId{id}, fail, token}).state ==
            (std::string(id) == "task-0002" ? "failed" : "queued"));
    }
  }

  TEST_CASE("a node that ran its last attempt fails, with the reason in its error and its event") {
    TaskPlace place;
    NewTask once = node_of("tree-1");
    once.max_attempts = 1;
    const std::string id = place.add(once);
    start_and_die(place, id);
    (void)place.change(id, AppendOutput{"so far"});
    const RecoveryReport report = recover(place.store(), std::nullopt);
    CHECK(report.changed == 1);
    CHECK(only_node(report).reason ==
          "was running, no process of it is known; it has one attempt, and that was it");
    CHECK(place.state(id) == "failed");
    CHECK(place.record(id)["error"] == "attempts_exhausted");
    CHECK(place.record(id)["output"] == "so far");
    CHECK(place.rows("SELECT kind, reason, old_state, new_state FROM events ORDER BY seq DESC LIMIT 1") ==
          std::vector<std::string>{"task:failed|attempts_exhausted|running|failed"});
    CHECK(recover(place.store(), std::nullopt).changed == 0);
  }

  TEST_CASE("a running task outside trees is recovered, one that failed is not") {
    TaskPlace place;
    const std::string running = place.add();
    const std::string failed = place.add();
    start_and_die(place, running);
    start_and_die(place, failed);
    (void)place.change(failed, FailTask{"no"});
    const RecoveryReport report = recover(place.store(), std::nullopt);
    CHECK(report.trees.empty());
    REQUIRE(report.tasks.size() == 1);
    CHECK(id_text(report.tasks[0].task_id) == running);
    CHECK(report.tasks[0].decision == Decision::resume);
    CHECK(place.state(running) == "queued");
    CHECK(place.state(failed) == "failed");
    CHECK(place.store().claim()->id.text == running);
  }

  TEST_CASE("a saved plan holds tasks outside trees and says whether attempts count") {
    TaskPlace place;
    const std::string loose = place.add();
    NewTask once = node_of("tree-1");
    once.max_attempts = 1;
    const std::string node = place.add(once);
    start_and_die(place, loose);
    start_and_die(place, node);
    const SavedRecovery saved = save_recovery_plan(place.store(), std::nullopt, Attempts::unlimited);
    const std::string later = place.add();
    start_and_die(place, later);
    const AppliedRecovery applied = apply_recovery_plan(place.store(), saved.text);
    CHECK(applied.report.changed == 2);
    CHECK(place.state(loose) == "queued");
    CHECK(place.state(node) == "queued");
    CHECK(place.state(later) == "running");
    CHECK(place.rows("SELECT kind, reason FROM events ORDER BY seq DESC LIMIT 1") ==
          std::vector<std::string>{"task:recovered|process_gone plan:" + applied.sha256});
  }

  TEST_CASE("what is recovered has an event that says so and why") {
    TaskPlace place;
    const std::string failed = place.add(node_of("tree-1"));
    const std::string gone = place.add(node_of("tree-2"));
    start_and_die(place, failed);
    (void)place.change(failed, FailTask{"no"});
    start_and_die(place, gone);
    CHECK(recover(place.store(), std::nullopt).changed == 2);
    CHECK(place.rows("SELECT task_id, reason FROM events WHERE kind = 'task:recovered' ORDER BY task_id") ==
          std::vector<std::string>{"1|failed", "2|process_gone"});
  }

  TEST_CASE("exit 0 while a claim holds, 3 where a node is given up") {
    TaskPlace place;
    const std::string id = place.add(node_of("tree-1"));
    REQUIRE(place.store().claim().has_value());
    CHECK(run_rlmdb(place.database(), {"recover"}).code == 0);
    place.edit("UPDATE tasks SET owner_boot_id = 'another', owner_host = 'elsewhere'");
    CHECK(run_rlmdb(place.database(), {"recover"}).code == 0);
    CHECK(place.state(id) == "running");
    place.edit("UPDATE tasks SET lease_expires_at = '2020-01-01T00:00:00.000Z', max_attempts = 1");
    CHECK(run_rlmdb(place.database(), {"recover", "--dry-run"}).out.find("give up") != std::string::npos);
    CHECK(run_rlmdb(place.database(), {"recover"}).code == 3);
    CHECK(place.state(id) == "failed");
    CHECK(run_rlmdb(place.database(), {"recover", "--retry-failed"}).code == 0);
    CHECK(place.state(id) == "queued");
  }
}
