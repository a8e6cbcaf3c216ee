// SPDX-License-Identifier: MIT
// Tasks that are scheduled for later: nobody is given one before its time, and what else happens to it leaves the time.
#include <doctest/doctest.h>

#include <chrono>

#include "rlmdb/backup.hpp"
#include "rlmdb/checkpoint.hpp"
#include "rlmdb/recover.hpp"
#include "rlmdb/work_left.hpp"
#include "task_place.hpp"
#include "util/clock.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using namespace std::chrono_literals;
using Ids = std::vector<std::string>;

constexpr const char* k_far = "2199-01-01T10:00:00+01:00";
constexpr const char* k_far_utc = "2199-01-01T09:00:00.000Z";

NewTask scheduled(EarliestStart start, const std::string& prompt = "later") {
  NewTask task;
  task.prompt = prompt;
  task.not_before = std::move(start);
  return task;
}

std::string id_of_claim(TaskPlace& place, const ClaimOptions& options = {}) {
  const auto claim = place.store().claim(options);
  return claim ? claim->id.text : "";
}

std::string readiness_code(TaskPlace& place, const std::string& id) {
  return place.store().explain_ready(TaskId{id}).value().code;
}

/// not_before and is_scheduled of the only task.
Ids start_times(const TaskPlace& place) {
  return place.rows("SELECT coalesce(not_before, '-'), coalesce(is_scheduled, '-') FROM tasks");
}

/// As if the time that it is scheduled for had come.
void let_time_come(TaskPlace& place) {
  place.edit("UPDATE tasks SET not_before = '2020-01-01T00:00:00.000Z' WHERE is_scheduled");
}

/// The place's store, as somebody sees it whose clock is ahead by that.
Store seen_ahead(const TaskPlace& place, std::chrono::hours ahead) {
  StoreOptions options = TaskPlace::options();
  options.clock = [ahead] { return std::chrono::system_clock::now() + ahead; };
  return Store::open(place.database(), Access::read_write, options);
}

}  // namespace

TEST_SUITE("tasks::earliest_start") {
  TEST_CASE("a task is given to nobody before its time, and says until when it waits") {
    TaskPlace place;
    NewTask first = scheduled(k_far);
    first.priority = JsonText{"9"};
    const std::string later = place.add(first);
    const std::string now = place.add();
    const Readiness why = place.store().explain_ready(TaskId{later}).value();
    CHECK(why.code == "scheduled");
    CHECK(why.reason == std::string("scheduled for ") + k_far_utc);
    CHECK(why.not_before == k_far_utc);
    CHECK(why.blocked_by.empty());
    CHECK(place.store().find_task(TaskId{later}).value().scheduled_for == k_far_utc);
    CHECK_FALSE(place.store().find_task(TaskId{now}).value().scheduled_for.has_value());
    REQUIRE(place.store().ready().size() == 1);
    CHECK(place.store().ready().front().id.text == now);
    CHECK(id_of_claim(place) == now);
    CHECK(id_of_claim(place) == "");
    ClaimOptions this_one;
    this_one.task = TaskId{later};
    CHECK(id_of_claim(place, this_one) == "");
    let_time_come(place);
    CHECK(readiness_code(place, later) == "ready");
    CHECK_FALSE(place.store().find_task(TaskId{later}).value().scheduled_for.has_value());
    CHECK(id_of_claim(place) == later);
    CHECK(place.rows("SELECT count(*) FROM tasks WHERE not_before IS NOT NULL OR is_scheduled IS NOT NULL") ==
          Ids{"0"});
  }

  TEST_CASE("a time that is past, or now, holds nothing up; a text that is no time is refused") {
    TaskPlace place;
    for (const EarliestStart& start :
         {EarliestStart("2020-01-01T00:00:00Z"), EarliestStart("0001-01-01T00:00:00Z"), EarliestStart(0ms),
          EarliestStart(-5ms)}) {
      const std::string id = place.add(scheduled(start));
      CHECK(readiness_code(place, id) == "ready");
      CHECK(place.rows("SELECT count(not_before), count(is_scheduled) FROM tasks") == Ids{"0|0"});
      CHECK(id_of_claim(place) == id);
    }
    CHECK(place.refused("", scheduled("tomorrow")) == ErrorCode::invalid_input);
    CHECK(place.refused("", scheduled("9999-01-01T00:00:00Z")) == ErrorCode::invalid_input);
    CHECK(place.refused("", scheduled(std::chrono::days(36'501))) == ErrorCode::usage);
    CHECK(place.rows("SELECT count(*) FROM tasks") == Ids{"4"});
  }

  TEST_CASE("a claim that waits gets it when its time comes") {
    TaskPlace place;
    const std::string id = place.add(scheduled(300ms));
    CHECK(id_of_claim(place) == "");
    CHECK(work_left(place.store()).may_become_ready);
    ClaimOptions waiting;
    waiting.wait = 60s;
    CHECK(id_of_claim(place, waiting) == id);
    const std::string at = place.rows("SELECT max(at) FROM events").front();
    const std::string added = place.rows("SELECT min(at) FROM events").front();
    CHECK(*util::parse_utc(at) - *util::parse_utc(added) >= 300ms);
  }

  TEST_CASE("nobody starts it before its time without force") {
    TaskPlace place;
    const std::string id = place.add(scheduled(k_far));
    const auto error = error_of([&] { (void)place.change(id, StartTask{}); });
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::conflict);
    CHECK(std::string(error->what()) == "task " + id + " is scheduled for " + k_far_utc);
    CHECK(place.state(id) == "queued");
    (void)place.force(id, StartTask{});
    CHECK(place.state(id) == "running");
    CHECK(start_times(place) == Ids{"-|-"});
  }

  TEST_CASE("what is cancelled, or fails, before its time and is queued again still waits for it") {
    for (const TaskAction& end : {TaskAction(CancelTask{}), TaskAction(FailTask{"no"})}) {
      TaskPlace place;
      const std::string id = place.add(scheduled(k_far));
      (void)place.change(id, end);
      CHECK(place.change(id, RetryTask{}).state == "queued");
      CHECK(readiness_code(place, id) == "scheduled");
      CHECK(id_of_claim(place) == "");
      CHECK(place.rows("SELECT attempts FROM tasks") == Ids{"1"});
      place.set(id, "state", "\"failed\"");
      place.set(id, "state", "\"queued\"");
      CHECK(start_times(place) == Ids{std::string(k_far_utc) + "|1"});
    }
  }

  TEST_CASE(
      "an attempt that failed before its time waits for it too, and no longer than a backoff after it") {
    TaskPlace place;
    NewTask task = scheduled(k_far);
    task.max_attempts = 5;
    const std::string id = place.add(task);
    FailTask fail{"no"};
    fail.after = AfterFailure::as_configured;
    CHECK(place.change(id, fail).state == "queued");
    CHECK(readiness_code(place, id) == "scheduled");
    let_time_come(place);
    const auto claim = place.store().claim();
    REQUIRE(claim.has_value());
    CHECK(place.change(id, fail, with_token(claim->token)).state == "queued");
    CHECK(readiness_code(place, id) == "backoff");
    CHECK(place.rows("SELECT count(*) FROM tasks WHERE is_scheduled") == Ids{"0"});
  }

  TEST_CASE("a claim that ends early, and one whose lease does, leave nothing of the time") {
    TaskPlace place;
    const std::string id = place.add(scheduled(k_far));
    let_time_come(place);
    auto claim = place.store().claim();
    (void)place.change(id, ReleaseTask{}, with_token(claim->token));
    CHECK(start_times(place) == Ids{"-|-"});
    claim = place.store().claim();
    place.edit("UPDATE tasks SET lease_expires_at = '2020-01-01T00:00:00.000Z'");
    CHECK(id_of_claim(place) == "");
    CHECK(readiness_code(place, id) == "backoff");
  }

  TEST_CASE("a time far ahead is not taken for the backoff of a clock that was ahead, nor hides one") {
    TaskPlace place;
    const std::string later = place.add(scheduled(24h * 365));
    const std::string lost = place.add();
    place.edit("UPDATE tasks SET not_before = '2199-01-01T00:00:00.000Z' WHERE legacy_id = '" + lost + "'");
    CHECK(readiness_code(place, later) == "scheduled");
    CHECK(id_of_claim(place) == lost);
    CHECK(id_of_claim(place) == "");
    CHECK(readiness_code(place, later) == "scheduled");
    Store a_year_later = seen_ahead(place, 24h * 366);
    CHECK(a_year_later.claim().value().id.text == later);
  }

  TEST_CASE("whose clock is behind waits longer, and loses nothing") {
    TaskPlace place;
    (void)place.add(scheduled(1h));
    Store yesterday = seen_ahead(place, -24h);
    CHECK_FALSE(yesterday.claim().has_value());
    CHECK(yesterday.explain_ready().at(0).code == "scheduled");
    CHECK(seen_ahead(place, 2h).claim().has_value());
  }

  TEST_CASE("dependencies are named first, and then the time") {
    TaskPlace place;
    const std::string first = place.add();
    NewTask task = scheduled(k_far);
    task.depends_on = {TaskId{first}};
    const std::string id = place.add(task);
    CHECK(readiness_code(place, id) == "dependency");
    CHECK(id_of_claim(place) == first);
    (void)place.force(first, CompleteTask{});
    CHECK(readiness_code(place, id) == "scheduled");
    CHECK(id_of_claim(place) == "");
    let_time_come(place);
    CHECK(id_of_claim(place) == id);
  }

  TEST_CASE("the time of a queued task can be set and taken away, and that of no other") {
    TaskPlace place;
    const std::string id = place.add();
    SetMembers later;
    later.not_before = k_far;
    const ChangeResult result = place.change(id, later);
    CHECK(result.version == 2);
    CHECK(readiness_code(place, id) == "scheduled");
    SetMembers other;
    other.members = {{"priority", JsonText{"3"}}};
    (void)place.change(id, other);
    CHECK(start_times(place) == Ids{std::string(k_far_utc) + "|1"});
    later.not_before = 0ms;
    (void)place.change(id, later);
    CHECK(id_of_claim(place) == id);
    later.not_before = k_far;
    CHECK(place.refused(id, later, with_token(3)) == ErrorCode::conflict);
    const auto error = error_of([&] { (void)place.force(id, later); });
    REQUIRE(error.has_value());
    CHECK(std::string(error->what()) == "task " + id + " is running, not queued");
    CHECK(start_times(place) == Ids{"-|-"});
  }

  TEST_CASE("the backoff of a lost attempt can be waited for longer, or not at all") {
    TaskPlace place;
    const std::string id = place.add();
    const auto claim = place.store().claim();
    place.edit("UPDATE tasks SET lease_expires_at = '2020-01-01T00:00:00.000Z'");
    CHECK(id_of_claim(place) == "");
    REQUIRE(readiness_code(place, id) == "backoff");
    SetMembers set;
    set.not_before = k_far;
    (void)place.change(id, set);
    CHECK(readiness_code(place, id) == "scheduled");
    CHECK(id_of_claim(place) == "");
    set.not_before = 0ms;
    (void)place.change(id, set);
    CHECK(id_of_claim(place) == id);
  }

  TEST_CASE("the same request again is one task, also where it says how long from now") {
    TaskPlace place;
    const TaskChange change{{}, scheduled(2h), {}};
    const auto add = [&](const TaskChange& one) { return place.store().change({&one, 1}, "key"); };
    const ChangeReport first = add(change);
    CHECK_FALSE(first.repeated);
    CHECK(add(change).repeated);
    const auto error = error_of([&] { (void)add({{}, scheduled(3h), {}}); });
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::conflict);
    CHECK(place.rows("SELECT count(*) FROM tasks") == Ids{"1"});
    TaskChange set{TaskId{"task-0000"}, SetMembers{{}, 3h}, {}};
    CHECK_FALSE(place.store().change({&set, 1}, "other").repeated);
    CHECK(place.store().change({&set, 1}, "other").repeated);
    set.action = SetMembers{{}, 4h};
    CHECK(error_of([&] { (void)place.store().change({&set, 1}, "other"); }).has_value());
  }

  TEST_CASE("a recovery leaves what is scheduled, and says so") {
    TaskPlace place;
    NewTask root;
    root.prompt = "root";
    root.tree = TreeId{"tree-00000001"};
    NewTask node = scheduled(k_far);
    node.parent = TaskId{place.add(root)};
    const std::string waits = place.add(node);
    const std::string failed = place.add(node);
    (void)place.change(failed, FailTask{"no"});
    const RecoveryReport report = recover(place.store(), std::nullopt);
    CHECK(report.trees.size() == 1);
    CHECK(place.state(failed) == "queued");
    for (const std::string& id : {waits, failed}) CHECK(readiness_code(place, id) == "scheduled");
    CHECK(id_of_claim(place) == "");
  }

  TEST_CASE("a tree that is forked is to begin when the other is") {
    TaskPlace place;
    NewTask root;
    root.prompt = "root";
    root.tree = TreeId{"tree-00000001"};
    NewTask node = scheduled(k_far);
    node.parent = TaskId{place.add(root)};
    (void)place.add(node);
    const CheckpointCreated checkpoint =
        create_checkpoint(place.store(), NewCheckpoint{TreeId{"tree-00000001"}, "before"});
    (void)fork_checkpoint(place.store(), {checkpoint.checkpoint_id, {}});
    CHECK(place.rows("SELECT count(*) FROM tasks WHERE is_scheduled AND not_before = '" +
                     std::string(k_far_utc) + "'") == Ids{"2"});
    CHECK(id_of_claim(place) == "");
  }

  TEST_CASE("a backup has the time") {
    TaskPlace place;
    (void)place.add(scheduled(k_far));
    (void)place.store().backup(place.file("copy.db"));
    CHECK(rows_of(place.file("copy.db"), "SELECT not_before, is_scheduled FROM tasks") ==
          Ids{std::string(k_far_utc) + "|1"});
  }
}
