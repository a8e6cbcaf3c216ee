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

  TEST_CASE(
      "a node that runs again has the variables of its last checkpoint, told before and undone "
      "after") {
    TaskPlace place;
    const std::string id = add_root(place);
    (void)place.change(id, setting("a", "1"));
    (void)place.force(id, StartTask{});
    (void)take(place, TaskId{id}, "first");
    (void)place.change(id, setting("a", "2"));
    const std::string last = take(place, TaskId{id}, "last").checkpoint_id;
    (void)place.change(id, setting("a", "3"));
    (void)place.change(id, setting("b", "4"));
    const RecoveryReport planned = recover(place.store(), TreeId{"tree-00000001"}, RecoverRun::dry_run);
    const NodePlan& node = planned.trees.at(0).nodes.at(0);
    CHECK(node.variables_back == 2);
    CHECK(node.reason == "was running, no process of it is known; resume from checkpoint " + last +
                             " 'last'; 2 variables go back to checkpoint " + last);
    CHECK(values(place, id) == "a=3 b=4 ");
    (void)recover(place.store(), TreeId{"tree-00000001"});
    CHECK(values(place, id) == "a=2 ");
    CHECK(place.state(id) == "queued");
    const auto told = place.rows("SELECT kind, reason FROM events ORDER BY seq DESC LIMIT 2");
    CHECK(told == std::vector<std::string>{"checkpoint:restored|" + last, "task:recovered|process_gone"});
    // Once more there is nothing to do; and what the lost run had is there.
    CHECK(recover(place.store(), TreeId{"tree-00000001"}).changed == 0);
    const auto before = place.rows("SELECT max(seq) - 1 FROM events");
    (void)roll_back(place.store(), to_moment(std::stoll(before.at(0)), TaskId{id}));
    CHECK(values(place, id) == "a=3 b=4 ");
  }

  TEST_CASE("without a checkpoint, and with one that says the same, the variables stay") {
    TaskPlace place;
    const std::string root = add_root(place);
    const std::string same = add_below(place, root);
    const std::string none = add_below(place, root);
    for (const std::string& id : {same, none}) {
      (void)place.change(id, setting("a", "1"));
      (void)place.force(id, StartTask{});
    }
    (void)take(place, TaskId{same});
    (void)place.force(none, FailTask{"no"});
    CHECK(recover(place.store(), std::nullopt).changed == 2);
    CHECK(values(place, same) == "a=1 ");
    CHECK(values(place, none) == "a=1 ");
    CHECK(place.rows("SELECT count(*) FROM events WHERE kind = 'checkpoint:restored'") ==
          std::vector<std::string>{"0"});
  }

  TEST_CASE("what its children read stays with a node that only merges, unless the checkpoint knew them") {
    TaskPlace place;
    const std::string root = add_root(place);
    (void)place.force(root, StartTask{});
    const std::string before = take(place, TaskId{root}, "before_decomposition").checkpoint_id;
    (void)place.change(root, setting("for_children", "1"));
    place.edit("UPDATE snapshots SET timestamp = '2020-01-01T00:00:00.000Z'");
    (void)add_below(place, root);
    const NodePlan kept =
        recover(place.store(), TreeId{"tree-00000001"}, RecoverRun::dry_run).trees.at(0).nodes.at(0);
    CHECK(kept.variables_back == 0);
    CHECK(kept.reason.ends_with("; its variables stay, its children are younger than checkpoint " + before));
    place.edit("UPDATE snapshots SET timestamp = '2999-01-01T00:00:00.000Z'");
    (void)recover(place.store(), TreeId{"tree-00000001"});
    CHECK(values(place, root) == "");
  }

  TEST_CASE("a checkpoint without an object as state is a finding, and no rollback goes to it") {
    TaskPlace place;
    const TestDir dir;
    for (const char* const folder : {".aiwg/daemon", ".aiwg/rlm/trees/t/checkpoints"})
      std::filesystem::create_directories(dir / "p" / folder);
    write_all(
        dir / "p/.aiwg/daemon/tasks.json",
        R"({"tasks":[{"id":"task-a","prompt":"p","state":"running","createdAt":"2026-02-09T10:00:00.000Z",)"
        R"("metadata":{"tree_id":"t","rlm_state":{"x":1},"checkpoints":[{"checkpoint_id":"ckpt-5"}]}}]})");
    write_all(dir / "p/.aiwg/rlm/trees/t/checkpoints/ckpt-5.json",
              R"({"checkpoint_id":"ckpt-5","task_id":"task-a","state":7})");
    (void)import_files(place.database(), {dir / "p"}, {});
    place.reopen();
    const RecoveryReport report = recover(place.store(), TreeId{"t"});
    CHECK(report.changed == 1);
    REQUIRE_FALSE(report.trees.at(0).findings.empty());
    CHECK(report.trees.at(0).findings.back().code == "checkpoint_unusable");
    CHECK(report.trees.at(0).findings.back().message ==
          "cannot start from checkpoint ckpt-5, its variables stay as they are: checkpoint ckpt-5 has no "
          "object "
          "as its state");
    CHECK(values(place, "task-a") == "x=1 ");
    const auto error = error_of([&] { (void)roll_back(place.store(), to("ckpt-5")); });
    CHECK(error.value().code() == ErrorCode::conflict);
    CHECK(values(place, "task-a") == "x=1 ");
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
