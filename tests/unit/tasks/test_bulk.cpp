// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "rlmdb/bulk.hpp"
#include "rlmdb/hold.hpp"
#include "rlmdb/list_page.hpp"
#include "rlmdb/transaction.hpp"
#include "task_place.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

NewTask node_in(const std::string& tree) {
  NewTask task;
  task.prompt = "work";
  task.tree = TreeId{tree};
  return task;
}

BulkChange retry_failed(std::optional<TreeId> tree = {}) {
  BulkChange bulk;
  bulk.which.where = "state = 'failed'";
  bulk.which.tree = std::move(tree);
  bulk.which.order = TaskOrder::oldest;
  bulk.action = RetryTask{};
  return bulk;
}

std::set<std::string> ids_in(const ChangeReport& report) {
  std::set<std::string> ids;
  for (const ChangeResult& result : report.results) ids.insert(result.id.text);
  return ids;
}

}  // namespace

TEST_SUITE("tasks::bulk") {
  TEST_CASE("all that are of a kind, of all trees or of one; of none nothing") {
    TaskPlace place;
    (void)place.add();
    (void)place.add(node_in("tree-a"));
    (void)place.add(node_in("tree-b"));
    (void)place.add();
    CHECK(change_tasks(place.store(), retry_failed()).results.empty());
    for (const char* const id : {"task-0000", "task-0001", "task-0002"})
      (void)place.change(id, FailTask{"no"});
    CHECK(ids_in(change_tasks(place.store(), retry_failed(TreeId{"tree-b"}))) ==
          std::set<std::string>{"task-0002"});
    CHECK(place.state("task-0000") == "failed");
    CHECK(ids_in(change_tasks(place.store(), retry_failed())) ==
          std::set<std::string>{"task-0000", "task-0001"});
    CHECK(place.rows("SELECT count(*) FROM events WHERE kind = 'task:retried'") ==
          std::vector<std::string>{"3"});
    CHECK(place.rows("SELECT count(*) FROM tasks WHERE state = 'queued'") == std::vector<std::string>{"4"});
    CHECK(code_of([&] { (void)change_tasks(place.store(), retry_failed(TreeId{"tree-c"})); }) == "not_found");
  }

  TEST_CASE("a claim that holds keeps all of them as they are, force goes past it") {
    TaskPlace place;
    (void)place.add();
    (void)place.add();
    CHECK(place.store().claim({})->id.text == "task-0000");
    BulkChange bulk;
    bulk.which.where = "state IN ('queued', 'running')";
    bulk.action = CancelTask{};
    CHECK(code_of([&] { (void)change_tasks(place.store(), bulk); }) == "conflict");
    CHECK(place.state("task-0001") == "queued");
    bulk.only_if.force = Force::yes;
    CHECK(change_tasks(place.store(), bulk).results.size() == 2);
    CHECK(place.state("task-0000") == "cancelled");
  }

  TEST_CASE("what another holds keeps all of them as they are, force goes past it") {
    TaskPlace place;
    (void)place.add();
    (void)place.add();
    StoreOptions options = TaskPlace::options();
    options.owner = "another";
    {
      Store other = Store::open(place.database(), Access::read_write, options);
      const std::vector<TaskId> held{TaskId{"task-0001"}};
      (void)hold_tasks(other, held);
    }
    BulkChange bulk;
    bulk.which.state = "queued";
    bulk.action = CancelTask{};
    CHECK(code_of([&] { (void)change_tasks(place.store(), bulk); }) == "conflict");
    CHECK(place.state("task-0000") == "queued");
    TaskFilter held_task;
    held_task.where = "legacy_id = 'task-0001'";
    CHECK(list_page(place.store(), held_task).tasks.at(0).claim.value().owner == "another");
    bulk.only_if.force = Force::yes;
    CHECK(change_tasks(place.store(), bulk).results.size() == 2);
  }

  TEST_CASE("a request is answered once, whatever tasks there are by then") {
    TaskPlace place;
    (void)place.add();
    (void)place.change("task-0000", FailTask{"no"});
    const ChangeReport first = change_tasks(place.store(), retry_failed(), "again");
    (void)place.change("task-0000", FailTask{"no"});
    const ChangeReport second = change_tasks(place.store(), retry_failed(), "again");
    CHECK(second.repeated);
    CHECK(second.results.front().event_seq == first.results.front().event_seq);
    CHECK(place.state("task-0000") == "failed");
    BulkChange other = retry_failed();
    other.which.limit = 1;
    CHECK(code_of([&] { (void)change_tasks(place.store(), other, "again"); }) == "conflict");
  }

  TEST_CASE("no new tasks; what a transaction takes back was never there") {
    TaskPlace place;
    (void)place.add();
    (void)place.change("task-0000", FailTask{"no"});
    BulkChange adding;
    adding.action = NewTask{};
    CHECK(code_of([&] { (void)change_tasks(place.store(), adding); }) == "usage");
    {
      const Transaction taken_back(place.store());
      CHECK(ids_in(change_tasks(place.store(), retry_failed())) == std::set<std::string>{"task-0000"});
    }
    CHECK(place.state("task-0000") == "failed");
    CHECK(place.record("task-0000")["error"] == "no");
  }
}
