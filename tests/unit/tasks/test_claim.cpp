// SPDX-License-Identifier: MIT
// Claims: whose turn it is, leases, fencing tokens, attempts.
#include <doctest/doctest.h>
#include <unistd.h>

#include <chrono>

#include "behind_proc.hpp"
#include "child_process.hpp"
#include "claims.hpp"
#include "rlmdb/recover.hpp"
#include "unprivileged.hpp"
#include "util/clock.hpp"
#include "util/process_identity.hpp"
#include "util/user_and_host.hpp"
#include "writing/claimant.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using namespace std::chrono_literals;

/// As if the claim's time were over.
void end_leases(TaskPlace& place) {
  place.edit(
      "UPDATE tasks SET lease_expires_at = '2020-01-01T00:00:00.000Z' WHERE lease_expires_at IS NOT NULL");
}

void end_backoffs(TaskPlace& place) {
  place.edit("UPDATE tasks SET not_before = '2020-01-01T00:00:00.000Z' WHERE not_before IS NOT NULL");
}

}  // namespace

TEST_SUITE("tasks::claim") {
  TEST_CASE("one task can be claimed out of turn, but not before it is ready") {
    TaskPlace place;
    NewTask important;
    important.prompt = "first in the queue";
    important.priority = JsonText{"9"};
    const std::string first = place.add(important);
    const std::string mine = place.add();
    NewTask later;
    later.prompt = "waits";
    later.depends_on = {TaskId{mine}};
    const std::string waits = place.add(later);
    const auto take = [&](const std::string& id) { return place.store().claim({.task = TaskId{id}}); };
    const auto code_of = [&](const ClaimOptions& options) {
      return error_of([&] { (void)place.store().claim(options); })->code();
    };

    CHECK_FALSE(take(waits).has_value());
    CHECK(place.store().explain_ready(TaskId{waits})->code == "dependency");
    const auto claim = take(mine);
    REQUIRE(claim.has_value());
    CHECK(claim->id.text == mine);
    CHECK_FALSE(take(mine).has_value());  // it is somebody's
    CHECK_FALSE(place.store().explain_ready(TaskId{mine}).has_value());
    (void)place.change(mine, CompleteTask{}, with_token(claim->token));
    CHECK(code_of({.task = TaskId{mine}}) == ErrorCode::conflict);
    CHECK(take(waits)->id.text == waits);
    CHECK(code_of({.task = TaskId{"task-0099"}}) == ErrorCode::not_found);
    CHECK(code_of({.task = TaskId{first}, .agent = "a"}) == ErrorCode::usage);
    CHECK(place.state(first) == "queued");
  }

  TEST_CASE("the claim of one task that is repeated with its request id is the same") {
    TaskPlace place;
    const std::string id = place.add();
    const std::string other = place.add();
    const auto first = place.store().claim({.task = TaskId{id}, .request_id = "k"});
    const auto again = place.store().claim({.task = TaskId{id}, .request_id = "k"});
    REQUIRE(again.has_value());
    CHECK(again->repeated);
    CHECK(again->token == first->token);
    CHECK(error_of([&] { (void)place.store().claim({.task = TaskId{other}, .request_id = "k"}); })->code() ==
          ErrorCode::conflict);
  }

  TEST_CASE("a claim that another process repeats is tied to that process") {
    TaskPlace place;
    const std::string id = place.add();
    const std::string select = "SELECT pid, owner_pid, version FROM tasks";
    const std::string select_lease = "SELECT owner, token, lease_expires_at FROM tasks";
    const auto row_of = [](pid_t pid, std::int64_t version) {
      return Ids{std::to_string(pid) + "|" + std::to_string(pid) + "|" + std::to_string(version)};
    };
    ClaimOptions options{.request_id = "k"};
    ChildProcess first([&] {
      options.owner_pid = ::getpid();
      return Store::open(place.database(), Access::read_write, TaskPlace::options()).claim(options) ? 0 : 1;
    });
    const pid_t gone = first.pid();
    REQUIRE(first.wait() == 0);
    CHECK(place.rows(select) == row_of(gone, 2));
    const auto lease = place.rows(select_lease);
    options.owner_pid = ::getpid();
    const auto again = place.store().claim(options);
    REQUIRE(again.has_value());
    CHECK(again->repeated);
    CHECK(again->version == 3);
    CHECK(place.rows(select) == row_of(::getpid(), 3));
    CHECK(place.rows(select_lease) == lease);
    CHECK(place.rows("SELECT kind, reason, token FROM events ORDER BY seq DESC LIMIT 1") ==
          Ids{"task:updated|claimed_again|" + std::to_string(again->token)});
    // Neither for the same process, nor for one that names none, nor after its end.
    CHECK(place.store().claim(options)->version == 3);
    CHECK(place.store().claim({.request_id = "k"})->repeated);
    CHECK(place.rows(select) == row_of(::getpid(), 3));
    (void)place.change(id, CompleteTask{}, with_token(again->token));
    options.owner_pid = ::getppid();
    CHECK(place.store().claim(options)->repeated);
    CHECK(place.rows(select)[0].substr(place.rows(select)[0].rfind('|')) == "|4");
  }

  TEST_CASE("a claim for a process that is hidden is refused") {
    const pid_t self = ::getpid();
    check_behind("proc", "hidepid=2", [&] {
      become_unprivileged();
      const auto error = error_of([&] { (void)writing::claimant_of("anna", self); });
      return error && error->code() == ErrorCode::io &&
             error->what() ==
                 "process " + std::to_string(self) + " is hidden: when it began cannot be seen" &&
             error->hint().find("hidepid=0") != std::string::npos;
    });
  }

  TEST_CASE("the highest priority first, then the first to arrive") {
    TaskPlace place;
    for (const char* priority : {"0", "5", "-1", "5", "2.5"}) {
      NewTask task;
      task.priority = JsonText{priority};
      (void)place.add(task);
    }
    place.set("task-0004", "priority", "\"none\"");
    CHECK(ready_ids(place) == Ids{"task-0001", "task-0003", "task-0000", "task-0004", "task-0002"});
    CHECK(claim_all(place) == Ids{"task-0001", "task-0003", "task-0000", "task-0004", "task-0002"});
    CHECK(ready_ids(place).empty());
  }

  TEST_CASE("a claim says whose it is, until when, and what to do") {
    TaskPlace place;
    const std::string id = place.add("do it");
    ClaimOptions options;
    options.lease = 1h;
    const auto claim = place.store().claim(options);
    REQUIRE(claim.has_value());
    CHECK(claim->id.text == id);
    CHECK(claim->version == 2);
    CHECK(claim->attempts == 0);
    CHECK(claim->redecompose);
    CHECK(claim->record_json == place.text(id));
    CHECK(Json::parse(claim->record_json)["state"] == "running");
    CHECK(Json::parse(claim->record_json)["pid"] == getpid());
    CHECK(place.rows("SELECT owner, owner_host, owner_boot_id, owner_pid, owner_start_ticks IS NULL, "
                     "owner_pid_namespace IS NULL, token FROM tasks") ==
          Ids{util::user_and_host() + "|" + util::host_identity() + "|" + util::boot_id() + "|" +
              std::to_string(getpid()) + "|1|1|" + std::to_string(claim->token)});
    CHECK(place.rows(
              "SELECT round((julianday(lease_expires_at) - julianday(started_at)) * 24, 3) FROM tasks") ==
          Ids{"1.0"});
  }

  TEST_CASE("only tasks of an agent, only nodes of a tree") {
    TaskPlace place;
    for (const char* agent : {"a", "b", "a"}) {
      NewTask task;
      task.agent = agent;
      (void)place.add(task);
    }
    const std::string root = add_root(place, "parallel");
    ClaimOptions of_b;
    of_b.agent = "b";
    CHECK(claim_all(place, of_b) == Ids{"task-0001"});
    ClaimOptions of_tree;
    of_tree.tree = TreeId{"tree-00000001"};
    CHECK(claim_all(place, of_tree) == Ids{root});
    CHECK(claim_all(place, of_tree).empty());
    of_tree.tree = TreeId{"tree-00000002"};
    CHECK(test::code_of([&] { (void)place.store().claim(of_tree); }) == "not_found");
  }

  TEST_CASE("only the token of the claim ends, extends, feeds or releases it") {
    TaskPlace place;
    const std::string id = place.add();
    const auto claim = place.store().claim();
    for (const TaskAction& action : std::vector<TaskAction>{CompleteTask{}, FailTask{"x"}, AppendOutput{"x"},
                                                            Heartbeat{}, ReleaseTask{}}) {
      CHECK(place.refused(id, action, with_token(claim->token + 1)) == ErrorCode::conflict);
    }
    CHECK(place.refused(id, CompleteTask{}) == ErrorCode::conflict);
    CHECK(place.refused(id, AppendOutput{"x"}) == ErrorCode::conflict);
    CHECK(place.refused(id, Heartbeat{}) == ErrorCode::usage);
    CHECK(place.refused(id, ReleaseTask{}) == ErrorCode::usage);
    CHECK(place.rows("SELECT version FROM tasks") == Ids{"2"});
    CHECK(place.change(id, AppendOutput{"out"}, with_token(claim->token)).state == "running");
    CHECK(place.change(id, CompleteTask{}, with_token(claim->token)).state == "completed");
    CHECK(place.refused(id, CompleteTask{}, with_token(claim->token)) == ErrorCode::conflict);
    CHECK(place.rows("SELECT token IS NULL, owner_pid IS NULL, lease_expires_at IS NULL FROM tasks") ==
          Ids{"1|1|1"});
  }

  TEST_CASE("a heartbeat moves the end of the lease, a release gives the task back uncounted") {
    TaskPlace place;
    const std::string id = place.add();
    const auto claim = place.store().claim();
    const ChangeResult beat = place.change(id, Heartbeat{2h}, with_token(claim->token));
    REQUIRE(beat.lease_expires_at.has_value());
    CHECK(*beat.lease_expires_at > claim->lease_expires_at);
    CHECK(place.rows("SELECT lease_expires_at FROM tasks") == Ids{*beat.lease_expires_at});
    CHECK(place.change(id, ReleaseTask{}, with_token(claim->token)).state == "queued");
    CHECK(place.rows("SELECT attempts, token IS NULL FROM tasks") == Ids{"0|1"});
    const auto again = place.store().claim();
    REQUIRE(again.has_value());
    CHECK(again->token > claim->token);
  }

  TEST_CASE("a lease that is over counts an attempt, waits its backoff, and in the end fails") {
    TaskPlace place;
    NewTask task;
    task.max_attempts = 2;
    task.backoff = 1h;
    const std::string id = place.add(task);
    const auto first = place.store().claim();
    end_leases(place);
    CHECK_FALSE(place.store().claim().has_value());
    CHECK(place.state(id) == "queued");
    CHECK(place.store().explain_ready().at(0).code == "backoff");
    CHECK(ready_ids(place).empty());
    CHECK(place.refused(id, CompleteTask{}, with_token(first->token)) == ErrorCode::conflict);
    end_backoffs(place);
    CHECK(ready_ids(place) == Ids{id});
    const auto second = place.store().claim();
    REQUIRE(second.has_value());
    CHECK(second->attempts == 1);
    CHECK(place.refused(id, CompleteTask{}, with_token(first->token)) == ErrorCode::conflict);
    end_leases(place);
    CHECK_FALSE(place.store().claim().has_value());
    CHECK(place.state(id) == "failed");
    CHECK(place.record(id)["error"] == "attempts_exhausted");
    CHECK(place.rows("SELECT kind, reason FROM events WHERE reason IS NOT NULL ORDER BY seq") ==
          Ids{"task:retried|lease_expired", "task:failed|attempts_exhausted"});
  }

  TEST_CASE("the backoff doubles with every lost attempt") {
    TaskPlace place;
    NewTask task;
    task.max_attempts = 9;
    task.backoff = 10min;
    (void)place.add(task);
    for (const char* minutes : {"10", "20", "40", "60", "60"}) {
      end_backoffs(place);
      REQUIRE(place.store().claim().has_value());
      end_leases(place);
      CHECK_FALSE(place.store().claim().has_value());
      CHECK(place.rows("SELECT CAST(round((julianday(not_before) - julianday((SELECT at FROM events ORDER BY "
                       "seq DESC LIMIT 1))) "
                       "* 1440) AS INTEGER) FROM tasks") == Ids{minutes});
    }
  }

  TEST_CASE("a backoff of a clock that was a year ahead is over, and one of an hour is not") {
    TaskPlace place;
    NewTask task;
    task.max_attempts = 9;
    const std::string id = place.add(task);
    const auto wait_until = [&](std::chrono::milliseconds ahead) {
      place.edit("UPDATE tasks SET not_before = '" + util::utc_text(util::now() + ahead) + "'");
    };
    wait_until(59min);
    CHECK(place.store().explain_ready().at(0).code == "backoff");
    CHECK(ready_ids(place).empty());
    CHECK_FALSE(place.store().claim().has_value());
    wait_until(24h * 365);
    CHECK(place.store().explain_ready().at(0).code != "backoff");
    CHECK(ready_ids(place) == Ids{id});
    const auto claim = place.store().claim();
    REQUIRE(claim.has_value());
    CHECK(claim->id.text == id);
  }

  TEST_CASE("a lease that lasts keeps its task") {
    TaskPlace place;
    (void)place.add();
    REQUIRE(place.store().claim().has_value());
    CHECK_FALSE(place.store().claim().has_value());
    CHECK(place.rows("SELECT attempts FROM tasks") == Ids{"0"});
  }

  TEST_CASE("an owner that does not exist claims nothing") {
    TaskPlace place;
    (void)place.add();
    ClaimOptions options;
    options.owner_pid = 1 << 30;
    const auto error = error_of([&] { (void)place.store().claim(options); });
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::not_found);
    CHECK(ready_ids(place) == Ids{"task-0000"});
    options.owner_pid = getppid();
    CHECK(place.store().claim(options)->id.text == "task-0000");
    const std::int64_t ticks = static_cast<std::int64_t>(util::start_ticks(getppid()).value());
    CHECK(place.rows("SELECT pid, owner_pid, owner_start_ticks, owner_pid_namespace > 0 FROM tasks") ==
          Ids{std::to_string(getppid()) + "|" + std::to_string(getppid()) + "|" + std::to_string(ticks) +
              "|1"});
  }

  TEST_CASE("who holds a claim keeps the task: others cancel, set and take nothing without force") {
    TaskPlace place;
    const std::string id = place.add();
    const auto claim = place.store().claim();
    const SetMembers state{{{"state", {"\"queued\""}}}};
    const SetMembers note{{{"metadata.note", {"1"}}}};
    for (const TaskAction& action : std::vector<TaskAction>{CancelTask{}, state, note}) {
      const auto error = error_of([&] { (void)place.store().change(TaskChange{TaskId{id}, action, {}}); });
      REQUIRE(error.has_value());
      CHECK(error->code() == ErrorCode::conflict);
      CHECK(std::string(error->what()) ==
            "task " + id + " is claimed by " + util::user_and_host() + " until " + claim->lease_expires_at);
      CHECK(place.refused(id, action, with_token(claim->token + 1)) == ErrorCode::conflict);
    }
    CHECK(recover(place.store(), std::nullopt).changed == 0);
    CHECK(place.rows("SELECT state, version, token FROM tasks") ==
          Ids{"running|2|" + std::to_string(claim->token)});
    CHECK(place.change(id, note, with_token(claim->token)).version == 3);
    CHECK(place.change(id, CancelTask{}, with_token(claim->token)).state == "cancelled");
  }

  TEST_CASE("a claim that is over keeps nobody from the task") {
    TaskPlace place;
    const std::string id = place.add();
    const auto claim = place.store().claim();
    place.edit("UPDATE tasks SET lease_expires_at = '2020-01-01T00:00:00.000Z'");
    CHECK(place.refused(id, CompleteTask{}) == ErrorCode::conflict);
    CHECK(place.change(id, SetMembers{{{"metadata.note", {"1"}}}}, {}).state == "running");
    CHECK(place.change(id, CancelTask{}, {}).state == "cancelled");
    CHECK(place.refused(id, CompleteTask{}, with_token(claim->token)) == ErrorCode::conflict);
  }

  TEST_CASE("force takes a claimed task, and the old token stores nothing any more") {
    TaskPlace place;
    const std::string id = place.add();
    const auto claim = place.store().claim();
    CHECK(recover(place.store(), std::nullopt, RecoverRun::apply, Attempts::limited, Force::yes).changed ==
          1);
    CHECK(place.rows("SELECT state, token IS NULL, owner IS NULL, attempts FROM tasks") ==
          Ids{"queued|1|1|1"});
    CHECK(place.rows("SELECT reason FROM events WHERE kind = 'task:recovered'") == Ids{"forced"});
    CHECK(place.refused(id, CompleteTask{}, with_token(claim->token)) == ErrorCode::conflict);
  }

  TEST_CASE("a cost and a variable are added beside a run") {
    TaskPlace place;
    const std::string id = place.add();
    REQUIRE(place.store().claim().has_value());
    AddCost cost;
    cost.cost.input_tokens = 5;
    CHECK(place.change(id, cost, {}).state == "running");
    CHECK(place.change(id, SetVariable{"x", {"1"}, {}, {}, {}, {}, {}, {}}, {}).state == "running");
  }

  TEST_CASE("a claim can end the task before it in its own transaction") {
    TaskPlace place;
    const std::string a = place.add();
    const std::string b = place.add();
    ClaimOptions next;
    next.first = {{TaskId{a}, CompleteTask{"done"}, with_token(place.store().claim()->token)}};
    const auto claim = place.store().claim(next);
    REQUIRE(claim.has_value());
    CHECK(claim->id.text == b);
    CHECK(place.record(a)["result"] == "done");
    const auto error = error_of([&] { (void)place.store().claim(next); });
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::conflict);
    next.first = {{TaskId{b}, CompleteTask{}, with_token(claim->token)}};
    CHECK_FALSE(place.store().claim(next).has_value());
    CHECK(place.state(b) == "completed");
  }

  TEST_CASE("a waiting claim ends when it is told to") {
    TaskPlace place;
    ClaimOptions options;
    options.wait = 1h;
    int asked = 0;
    options.cancelled = [&] { return ++asked == 3; };
    CHECK_FALSE(place.store().claim(options).has_value());
    CHECK(asked == 3);
  }
}
