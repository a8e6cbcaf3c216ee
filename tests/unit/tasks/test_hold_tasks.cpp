// SPDX-License-Identifier: MIT
// Queued tasks that somebody keeps for himself: from whom, for how long, and what ends it.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

#include "rlmdb/hold.hpp"
#include "rlmdb/recover.hpp"
#include "rlmdb/work_left.hpp"
#include "task_place.hpp"
#include "util/process_identity.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using namespace std::chrono_literals;

/// A store of another name on the same database, whose clock can be put forward.
class Other {
 public:
  explicit Other(const TaskPlace& place, std::string owner = "daemon")
      : m_store(Store::open(place.database(), Access::read_write, options(std::move(owner)))) {}
  [[nodiscard]] Store& store() { return m_store; }

  std::string add(std::chrono::milliseconds hold) {
    NewTask task;
    task.prompt = "work";
    task.hold = hold;
    return m_store.change({{}, task, {}}).id.text;
  }
  HoldReport hold(const std::vector<std::string>& ids, const HoldTasks& how = {}) {
    std::vector<TaskId> tasks;
    for (const std::string& id : ids) tasks.push_back({id});
    return hold_tasks(m_store, tasks, how);
  }
  [[nodiscard]] std::optional<std::string> claim() {
    const auto claim = m_store.claim();
    return claim ? std::optional(claim->id.text) : std::nullopt;
  }
  void later(std::chrono::milliseconds by) { m_ahead += by; }

 private:
  StoreOptions options(std::string owner) {
    StoreOptions options = TaskPlace::options();
    options.owner = std::move(owner);
    options.clock = [this] { return std::chrono::system_clock::now() + m_ahead; };
    return options;
  }

  std::chrono::milliseconds m_ahead{0};
  Store m_store;
};

HoldTasks lasting(std::chrono::milliseconds lease) {
  HoldTasks how;
  how.lease = lease;
  return how;
}

std::string claimed(TaskPlace& place) {
  const auto claim = place.store().claim();
  return claim ? claim->id.text : "";
}

std::string reason_of(TaskPlace& place, const std::string& id) {
  const auto readiness = place.store().explain_ready(TaskId{id});
  return readiness ? readiness->code + ": " + readiness->reason : "";
}

std::vector<std::string> held(const TaskPlace& place) {
  return place.rows(
      "SELECT t.legacy_id || ' ' || h.owner FROM held_tasks k JOIN tasks t ON t.id = k.task_id "
      "JOIN holds h ON h.id = k.hold_id ORDER BY t.id");
}

/// As if the lease were over.
void let_leases_end(TaskPlace& place) {
  place.edit("UPDATE holds SET lease_expires_at = '2020-01-01T00:00:00.000Z'");
}

}  // namespace

TEST_SUITE("tasks::hold_tasks") {
  TEST_CASE("a held task is passed over by every claim but its owner's") {
    TaskPlace place;
    Other daemon(place);
    const std::string kept = place.add();
    const std::string free = place.add();
    const HoldReport report = daemon.hold({kept}, lasting(1h));
    CHECK(report.owner == "daemon");
    CHECK(report.held == 1);
    REQUIRE(report.lease_expires_at.has_value());
    CHECK(reason_of(place, kept) == "held: is held by daemon until " + *report.lease_expires_at);
    CHECK(place.store().ready().size() == 1);
    CHECK(place.store().ready().front().id.text == free);
    CHECK(daemon.store().ready().size() == 2);
    const auto shown = place.store().find_task(TaskId{kept});
    REQUIRE(shown.value().claim.has_value());
    CHECK(shown->claim->owner == "daemon");
    CHECK(shown->claim->lease_expires_at == *report.lease_expires_at);
    CHECK(claimed(place) == free);
    CHECK(claimed(place).empty());
    ClaimOptions this_one;
    this_one.task = TaskId{kept};
    CHECK_FALSE(place.store().claim(this_one).has_value());
    CHECK(daemon.claim() == kept);
    CHECK(held(place).empty());
  }

  TEST_CASE("a claim of a tree, or beside one whose budget is spent, passes it over too") {
    TaskPlace place;
    Other daemon(place);
    NewTask root;
    root.prompt = "root";
    root.tree = TreeId{"tree-00000001"};
    const std::string node = place.add(root);
    const std::string outside = place.add();
    (void)daemon.hold({node});
    ClaimOptions of_tree;
    of_tree.tree = TreeId{"tree-00000001"};
    CHECK_FALSE(place.store().claim(of_tree).has_value());
    (void)let_all_go(daemon.store());
    place.edit("INSERT INTO tree_settings (tree_id, budget_usd) VALUES ('tree-00000001', 0)");
    (void)daemon.hold({outside});
    CHECK(claimed(place).empty());
    CHECK(daemon.claim() == outside);
  }

  TEST_CASE("a new task is held from its first moment on") {
    TaskPlace place;
    Other daemon(place);
    const std::string id = daemon.add(1h);
    CHECK(claimed(place).empty());
    CHECK(work_left(place.store()).may_become_ready);
    CHECK(held(place) == std::vector<std::string>{id + " daemon"});
    CHECK(place.rows("SELECT count(*) FROM events") == std::vector<std::string>{"1"});
    NewTask without;
    without.prompt = "work";
    without.hold_pid = ::getpid();
    CHECK(place.refused("", without) == ErrorCode::usage);
    without.hold = 0ms;
    CHECK(place.refused("", without) == ErrorCode::usage);
    CHECK(place.store().stats().total == 1);
  }

  TEST_CASE("one lease for all that an owner holds: extending it is one row, and no record is written") {
    TaskPlace place;
    Other daemon(place);
    const std::string first = daemon.add(10s);
    const std::string second = daemon.add(20s);
    const auto before = place.rows("SELECT version || ' ' || last_event_seq FROM tasks ORDER BY id");
    const HoldReport report = extend_hold(daemon.store(), lasting(1h));
    CHECK(report.held == 2);
    CHECK(place.rows("SELECT lease_expires_at FROM holds") ==
          std::vector<std::string>{report.lease_expires_at.value()});
    CHECK(place.rows("SELECT version || ' ' || last_event_seq FROM tasks ORDER BY id") == before);
    CHECK(place.rows("SELECT count(*) FROM events") == std::vector<std::string>{"2"});
    daemon.later(30min);
    CHECK(claimed(place).empty());
    CHECK(place.store().find_task(TaskId{second}).value().claim.has_value());
  }

  TEST_CASE("when the lease ends, the tasks are anybody's at once, and no attempt is counted") {
    TaskPlace place;
    Other daemon(place);
    const std::string id = daemon.add(1h);
    const std::string next = daemon.add(1h);
    let_leases_end(place);
    CHECK(reason_of(place, id) == "ready: ready to run");
    CHECK_FALSE(place.store().find_task(TaskId{id}).value().claim.has_value());
    const auto claim = place.store().claim();
    CHECK(claim.value().id.text == id);
    CHECK(claim->attempts == 0);
    CHECK(held(place).empty());
    CHECK(extend_hold(daemon.store()).held == 0);
    CHECK(place.rows("SELECT count(*) FROM holds") == std::vector<std::string>{"0"});
    CHECK(claimed(place) == next);
  }

  TEST_CASE("a hold that is over is extended as long as nobody has ended it") {
    TaskPlace place;
    Other daemon(place);
    const std::string id = daemon.add(1h);
    let_leases_end(place);
    CHECK(extend_hold(daemon.store()).held == 1);
    CHECK(claimed(place).empty());
  }

  TEST_CASE("a claim that waits gets the task the moment that its hold ends") {
    TaskPlace place;
    Other daemon(place);
    const std::string id = daemon.add(300ms);
    ClaimOptions waiting;
    waiting.wait = 1min;
    const auto claim = place.store().claim(waiting);
    CHECK(claim.value().id.text == id);
  }

  TEST_CASE("the end of the process that a hold was made for ends it") {
    TaskPlace place;
    Other daemon(place);
    const pid_t process = ::fork();
    REQUIRE(process >= 0);
    if (process == 0) {
      ::pause();
      ::_exit(0);
    }
    const std::string id = daemon.add(1h);
    HoldTasks how = lasting(1h);
    how.owner_pid = process;
    CHECK(extend_hold(daemon.store(), how).held == 1);
    CHECK(extend_hold(daemon.store(), lasting(1h)).held == 1);  // it stays named
    CHECK(claimed(place).empty());
    CHECK(::kill(process, SIGKILL) == 0);
    CHECK(::waitpid(process, nullptr, 0) == process);
    CHECK(reason_of(place, id) == "ready: ready to run");
    CHECK(claimed(place) == id);
    how.owner_pid = process;
    CHECK(error_of([&] { (void)daemon.hold({place.add()}, how); })->code() == ErrorCode::not_found);
  }

  TEST_CASE("others need force for what takes it out of its owner's hands, its owner needs nothing") {
    TaskPlace place;
    Other daemon(place);
    const std::string id = daemon.add(1h);
    const std::string other = place.add();
    CHECK(place.refused(id, StartTask{}) == ErrorCode::conflict);
    CHECK(place.refused(id, CancelTask{}) == ErrorCode::conflict);
    CHECK(place.refused(id, FailTask{"broken", {}, {}, {}}) == ErrorCode::conflict);
    CHECK(place.refused(id, SetMembers{{{"agent", JsonText{"\"x\""}}}}) == ErrorCode::conflict);
    CHECK(place.refused(id, ChangeDependencies{{TaskId{other}}, {}}) == ErrorCode::conflict);
    const auto removal = error_of([&] { (void)place.store().remove(TaskId{id}); });
    CHECK(removal.value().code() == ErrorCode::conflict);
    CHECK(std::string(removal->what()).find("is held by daemon until ") != std::string::npos);
    const auto taken = error_of([&] { (void)hold_tasks(place.store(), std::vector{TaskId{id}}); });
    CHECK(taken.value().code() == ErrorCode::conflict);
    CHECK(error_of([&] { (void)let_go(place.store(), std::vector{TaskId{id}}); }).value().code() ==
          ErrorCode::conflict);
    (void)place.change(id, SetVariable{.name = "beside", .value = JsonText{"1"}});
    CHECK(held(place) == std::vector<std::string>{id + " daemon"});
    CHECK(daemon.store().change({TaskId{id}, StartTask{}, {}}).state == "running");
    CHECK(held(place).empty());
  }

  TEST_CASE("force takes a held task, or starts, cancels and removes it") {
    TaskPlace place;
    Other daemon(place);
    const std::string id = daemon.add(1h);
    HoldTasks how;
    how.only_if.force = Force::yes;
    CHECK(hold_tasks(place.store(), std::vector{TaskId{id}}, how).held == 1);
    CHECK(extend_hold(daemon.store()).held == 0);
    CHECK(claimed(place) == id);
    const std::string second = daemon.add(1h);
    CHECK(place.force(second, CancelTask{}).state == "cancelled");
    CHECK(held(place).empty());
    const std::string third = daemon.add(1h);
    RemoveTask forced;
    forced.only_if.force = Force::yes;
    (void)place.store().remove(TaskId{third}, forced);
    CHECK(place.rows("SELECT count(*) FROM held_tasks") == std::vector<std::string>{"0"});
  }

  TEST_CASE("only what is queued is held, and all or none of a call") {
    TaskPlace place;
    Other daemon(place);
    const std::string queued = place.add();
    const std::string running = place.add();
    (void)place.change(running, StartTask{});
    CHECK(error_of([&] { (void)daemon.hold({queued, running}); }).value().code() == ErrorCode::conflict);
    CHECK(error_of([&] { (void)daemon.hold({queued, "task-9999"}); }).value().code() == ErrorCode::not_found);
    CHECK(error_of([&] { (void)daemon.hold({queued}, lasting(0ms)); }).value().code() == ErrorCode::usage);
    CHECK(place.rows("SELECT count(*) FROM holds") == std::vector<std::string>{"0"});
    // What was tried again is free, whoever held it before.
    (void)daemon.hold({queued});
    (void)place.force(queued, CancelTask{});
    (void)place.change(queued, RetryTask{});
    CHECK(claimed(place) == queued);
  }

  TEST_CASE("what is let go is anybody's, and a hold of nothing is none") {
    TaskPlace place;
    Other daemon(place);
    const std::string first = daemon.add(1h);
    const std::string second = daemon.add(1h);
    CHECK(let_go(daemon.store(), std::vector{TaskId{first}}).held == 1);
    CHECK(claimed(place) == first);
    const HoldReport report = let_all_go(daemon.store());
    CHECK(report.held == 0);
    CHECK_FALSE(report.lease_expires_at.has_value());
    CHECK(place.rows("SELECT count(*) FROM holds") == std::vector<std::string>{"0"});
    CHECK(claimed(place) == second);
    CHECK(let_go(daemon.store(), std::vector{TaskId{place.add()}}).held == 0);
  }

  TEST_CASE("recover leaves a live hold, says of it that it waits, and ends one that is over") {
    TaskPlace place;
    Other daemon(place);
    NewTask root;
    root.prompt = "root";
    root.tree = TreeId{"tree-00000001"};
    const std::string node = place.add(root);
    const HoldReport report = daemon.hold({node}, lasting(1h));
    const auto planned = recover(place.store(), TreeId{"tree-00000001"}, RecoverRun::apply);
    CHECK(planned.trees.front().nodes.front().decision == Decision::wait);
    CHECK(planned.trees.front().nodes.front().reason ==
          "is held by daemon until " + report.lease_expires_at.value());
    CHECK(held(place).size() == 1);
    let_leases_end(place);
    const auto dry = recover(place.store(), std::nullopt, RecoverRun::dry_run);
    CHECK(dry.trees.front().nodes.front().decision == Decision::ready);
    CHECK(held(place).size() == 1);
    (void)recover(place.store(), std::nullopt, RecoverRun::apply);
    CHECK(held(place).empty());
    CHECK(place.rows("SELECT count(*) FROM holds") == std::vector<std::string>{"0"});
  }
}
