// SPDX-License-Identifier: MIT
// Where a task starts again from: every view, claim and prune say the same.
#include <doctest/doctest.h>

#include "checkpoint_place.hpp"
#include "rlmdb/history.hpp"
#include "rlmdb/recover.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

/// What the view says, what ready says, what prune keeps, and what a claim is handed.
void check_start(TaskPlace& place, const std::string& checkpoint) {
  CHECK(place.rows("SELECT checkpoint_id FROM recovery_plan") == std::vector{checkpoint});
  const auto readiness = place.store().explain_ready();
  REQUIRE(readiness.size() == 1);
  CHECK(readiness[0].reason.find(checkpoint) != std::string::npos);
  PruneOptions options;
  options.keep = 0;
  const PruneReport report = prune_checkpoints(place.store(), options);
  REQUIRE(report.kept.size() == 1);
  CHECK(report.kept[0].first.checkpoint_id == checkpoint);
  CHECK(place.store().claim().value().resume_checkpoint_id == checkpoint);
}

}  // namespace

TEST_SUITE("tasks::start_again") {
  TEST_CASE("the newest checkpoint counts, also after one that a recovery chose") {
    TaskPlace place;
    const std::string id = add_root(place);
    (void)place.force(id, StartTask{});
    const std::string first = take(place, TaskId{id}, "first").checkpoint_id;
    (void)recover(place.store(), std::nullopt);
    CHECK(place.rows("SELECT resume_checkpoint_id FROM tasks") == std::vector{first});
    (void)place.force(id, StartTask{});
    const std::string second = take(place, TaskId{id}, "second").checkpoint_id;
    (void)recover(place.store(), std::nullopt);
    check_start(place, second);
  }

  TEST_CASE("after a lost lease and after a retry") {
    TaskPlace place;
    NewTask task;
    task.prompt = std::string("p");
    task.tree = TreeId{"tree-00000001"};
    task.backoff = std::chrono::hours(1);
    task.max_attempts = 10;
    const std::string id = place.add(task);
    (void)place.store().claim().value();
    const std::string half = take(place, TaskId{id}, "half").checkpoint_id;
    place.edit("UPDATE tasks SET lease_expires_at = '2026-01-01T00:00:00.000Z'");
    CHECK_FALSE(place.store().claim().has_value());  // takes the lease away
    place.edit("UPDATE tasks SET not_before = '2026-01-01T00:00:00.000Z'");
    check_start(place, half);
    (void)place.force(id, FailTask{"no"});
    (void)place.change(id, RetryTask{});
    check_start(place, half);
  }

  TEST_CASE("a tree goes back to a moment before its document, and its nodes keep how often they are tried") {
    TaskPlace place;
    const std::string root = add_root(place);
    const std::int64_t then = place.change(root, setting("x", "1")).event_seq;
    (void)place.change(root, setting("x", "2"));
    set_state(place, {StateScope::tree, "tree-00000001"}, "doc", "5");
    (void)roll_back(place.store(), to_moment(then, TreeId{"tree-00000001"}));
    CHECK(values(place, root) == "x=1 ");
    CHECK(values(place, StateName{StateScope::tree, "tree-00000001"}) == "doc=5 ");

    NewTask once;
    once.prompt = std::string("once");
    once.parent = TaskId{root};
    once.max_attempts = 1;
    once.backoff = std::chrono::hours(1);
    (void)place.add(once);
    (void)fork_checkpoint(place.store(), {take(place, TreeId{"tree-00000001"}).checkpoint_id, {}});
    CHECK(place.rows("SELECT max_attempts IS NULL, coalesce(backoff_ms, 0) FROM tasks ORDER BY id") ==
          std::vector<std::string>{"1|0", "0|3600000", "1|0", "0|3600000"});
  }

  TEST_CASE("nodes of one id in two trees: the token says which, and so does the tree's name") {
    const TestDir dir;
    for (const std::string tree : {"tree-a", "tree-b"}) {
      write_all(dir / (tree + ".json"),
                R"({"tree_id":")" + tree + R"(","root_task":{"node_id":"task-1","status":"pending"}})");
      (void)import_one(dir / "x.db", dir / (tree + ".json"), quick());
    }
    Store store = Store::open(dir / "x.db", Access::read_write);
    ClaimOptions options;
    options.tree = TreeId{"tree-b"};
    const Claim claim = store.claim(options).value();
    const auto refusal = error_of([&] { (void)store.change({claim.id, CompleteTask{}, {}}); });
    CHECK(refusal.value().hint() == "name one of them: tree-a/task-1, tree-b/task-1");
    (void)store.change({claim.id, Heartbeat{std::chrono::minutes(1)}, with_token(claim.token)});
    (void)store.change({claim.id, CompleteTask{}, with_token(claim.token)});
    (void)store.change({TaskId{"tree-a/task-1"}, FailTask{"no"}, {}});
    CHECK(rows_of(dir / "x.db", "SELECT state FROM tasks ORDER BY id") ==
          std::vector<std::string>{"failed", "completed"});
  }

  TEST_CASE("another run that an import brings is not under the claim of the one before") {
    const TestDir dir;
    const auto write = [&](const std::string& rest) {
      write_all(dir / "tasks.json", R"({"tasks":[{"id":"a",)" + rest + "}]}");
    };
    ImportOptions replace = quick();
    replace.on_conflict = OnConflict::replace;
    write(R"("state":"queued")");
    (void)import_one(dir / "x.db", dir / "tasks.json", replace);
    Store store = Store::open(dir / "x.db", Access::read_write);
    const Claim claim = store.claim().value();
    write(R"("state":"running","startedAt":"2026-02-09T10:00:00.000Z","pid":424242)");
    (void)import_one(dir / "x.db", dir / "tasks.json", replace);
    CHECK(rows_of(dir / "x.db",
                  "SELECT pid, coalesce(token, owner_pid, lease_expires_at) IS NULL FROM tasks") ==
          std::vector<std::string>{"424242|1"});
    CHECK(error_of([&] {
            (void)store.change({claim.id, CompleteTask{}, with_token(claim.token)});
          })
              .value()
              .code() == ErrorCode::conflict);
  }

  TEST_CASE("a node does not leave its tree in passing, and of the past nobody says whose process lived") {
    TaskPlace place;
    const std::string root = add_root(place);
    const std::string below = add_below(place, root);
    CHECK(place.refused(below, SetMembers{{{"metadata.tree_id", JsonText{"\"tree-00000003\""}}}}) ==
          ErrorCode::conflict);
    (void)place.force(below, StartTask{});
    CHECK_FALSE(tree_at(place.store(), TreeId{"tree-00000001"}, Moment(2)).nodes.at(1).is_process_gone);
  }
}
