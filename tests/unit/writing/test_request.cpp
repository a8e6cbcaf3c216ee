// SPDX-License-Identifier: MIT
// Calls under a request id: all that they change is committed with the answer, once.
#include <doctest/doctest.h>
#include <unistd.h>

#include "child_process.hpp"
#include "rlmdb/checkpoint.hpp"
#include "rlmdb/recover.hpp"
#include "rlmdb/request.hpp"
#include "rlmdb/verify.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

StoreOptions impatient() {
  StoreOptions options;
  options.busy_timeout = std::chrono::milliseconds(20);
  return options;
}

std::int64_t tasks_seen_beside(const TaskPlace& place) {
  return Store::open(place.database(), Access::read_only).stats().total;
}

}  // namespace

TEST_SUITE("writing::request") {
  TEST_CASE("several calls and the answer are one commit") {
    TaskPlace place;
    {
      Request request(place.store(), "r1", "two tasks");
      CHECK_FALSE(request.earlier().has_value());
      (void)place.add();
      (void)place.add();
      (void)recover(place.store(), std::nullopt);
      CHECK(place.store().stats().total == 2);
      CHECK(tasks_seen_beside(place) == 0);
      request.keep(R"([0, "two"])");
    }
    CHECK(tasks_seen_beside(place) == 2);
    const Request again(place.store(), "r1", "two tasks");
    CHECK(again.earlier() == R"([0,"two"])");
    (void)place.add();
    CHECK(place.store().stats().total == 3);
    CHECK(verify(place.store()).finding_count == 0);
  }

  TEST_CASE("what was not kept did not happen, and is not remembered") {
    TaskPlace place;
    {
      const Request request(place.store(), "r1", "a task");
      (void)place.add();
    }
    CHECK(place.store().stats().total == 0);
    CHECK(place.rows("SELECT count(*) FROM requests") == std::vector<std::string>{"0"});
    CHECK_FALSE(Request(place.store(), "r1", "another one").earlier().has_value());
  }

  TEST_CASE("a call that fails takes back its own changes alone") {
    TaskPlace place;
    Request request(place.store(), "r1", "a task and what fails");
    const std::string id = place.add();
    const std::vector<TaskChange> changes{{TaskId{}, NewTask{}, {}}, {TaskId{"task-0009"}, CancelTask{}, {}}};
    CHECK(code_of([&] { (void)place.store().change(changes); }) == "not_found");
    request.keep("[]");
    CHECK(place.store().stats().total == 1);
    CHECK(place.state(id) == "queued");
    CHECK(code_of([&] { request.keep("[]"); }) == "internal");
  }

  TEST_CASE("others wait while it is open, and no longer") {
    TaskPlace place;
    Store other = Store::open(place.database(), Access::read_write, impatient());
    const TaskChange change{TaskId{}, NewTask{}, {}};
    {
      const Request request(place.store(), "r1", "a task");
      CHECK(code_of([&] { (void)other.change(change); }) == "busy");
    }
    CHECK(code_of([&] { (void)other.change(change); }) == "no error");
    {
      Request request(place.store(), "r1", "a task");
      request.keep("[1]");
      CHECK(code_of([&] { (void)other.change(change); }) == "no error");
    }
    const Request again(place.store(), "r1", "a task");
    CHECK(code_of([&] { (void)other.change(change); }) == "no error");
  }

  TEST_CASE("a key is for one request, of whatever kind") {
    TaskPlace place;
    (void)place.store().change(TaskChange{TaskId{}, NewTask{}, {}}, "r1");
    CHECK(code_of([&] { const Request request(place.store(), "r1", "a task"); }) == "conflict");
    CHECK(code_of([&] { const Request request(place.store(), "", "a task"); }) == "usage");
    CHECK(code_of([&] { const Request request(place.store(), "\xff", "a task"); }) == "invalid_input");
    Request request(place.store(), "r2", "a task");
    CHECK(code_of([&] { request.keep("no JSON"); }) == "invalid_input");
    request.keep("[]");
  }

  TEST_CASE("a process that is killed before the answer was kept has done nothing") {
    TaskPlace place;
    ChildProcess killed([&] {
      Store store = Store::open(place.database(), Access::read_write);
      const Request request(store, "r1", "a task");
      (void)store.change(TaskChange{TaskId{}, NewTask{}, {}});
      ::_exit(0);
      return 1;
    });
    CHECK(killed.wait() == 0);
    CHECK(place.store().stats().total == 0);
    CHECK_FALSE(Request(place.store(), "r1", "a task").earlier().has_value());
  }

  TEST_CASE("a claim is answered again with its token, and another task is not taken") {
    TaskPlace place;
    (void)place.add();
    (void)place.add();
    ClaimOptions options;
    options.request_id = "c1";
    const auto first = place.store().claim(options);
    REQUIRE(first.has_value());
    CHECK_FALSE(first->repeated);
    options.wait = std::chrono::hours(1);
    const auto again = place.store().claim(options);
    REQUIRE(again.has_value());
    CHECK(again->repeated);
    CHECK(again->id.text == first->id.text);
    CHECK(again->token == first->token);
    CHECK(again->lease_expires_at == first->lease_expires_at);
    CHECK(again->version == first->version);
    CHECK(again->record_json == first->record_json);
    CHECK(place.store().stats().running == 1);
    options.agent = "other";
    CHECK(code_of([&] { (void)place.store().claim(options); }) == "conflict");
  }

  TEST_CASE("a claim that found nothing is asked again; it brings no changes, which would be done again") {
    TaskPlace place;
    ClaimOptions options;
    options.request_id = "c1";
    CHECK_FALSE(place.store().claim(options).has_value());
    const std::string task = place.add();
    options.first = {{TaskId{task}, CancelTask{}, {}}};
    CHECK(code_of([&] { (void)place.store().claim(options); }) == "usage");
    CHECK(place.state(task) == "queued");
    options.first.clear();
    CHECK_FALSE(place.store().claim(options)->repeated);
    CHECK(place.store().claim(options)->repeated);
  }
}
