// SPDX-License-Identifier: MIT
// 8 processes that add nodes below one parent of a tree that refuses: never one too many.
#include <doctest/doctest.h>

#include <vector>

#include "child_process.hpp"
#include "claimer.hpp"
#include "program_run.hpp"
#include "race.hpp"
#include "raw_database.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/tree_settings.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

constexpr int k_adders = 8;

NewTask node(const std::string& parent) {
  NewTask task;
  task.prompt = "work";
  parent.empty() ? void(task.tree = TreeId{"tree-1"}) : void(task.parent = TaskId{parent});
  return task;
}

std::filesystem::path tree_that_refuses(const TestDir& dir, const LimitChange& limits) {
  Store store = Store::create(dir / "x.db", quick_store());
  (void)store.change(TaskChange{{}, node(""), {}});
  LimitChange change = limits;
  change.action = LimitAction::refuse;
  (void)set_tree_limits(store, TreeId{"tree-1"}, change);
  return dir / "x.db";
}

/// Adds nodes below the root until the tree refuses; returns how many were added.
int add_until_refused(const std::filesystem::path& database) {
  Store store = Store::open(database, Access::read_write, quick_store());
  for (int added = 0;; ++added) {
    try {
      (void)store.change(TaskChange{{}, node("task-0000"), {}});
    } catch (const Error& error) {
      if (error.code() != ErrorCode::conflict) throw;
      return added;
    }
  }
}

/// How many nodes each of the processes added.
std::vector<int> race(const std::filesystem::path& database) {
  Shared<Race> shared;
  std::vector<ChildProcess> adders;
  for (int i = 0; i < k_adders; ++i) {
    adders.emplace_back([&] {
      line_up(*shared);
      return add_until_refused(database);
    });
  }
  wait_until([&] { return shared->waiting.load() == k_adders; });
  shared->started = true;
  std::vector<int> added;
  for (ChildProcess& adder : adders) added.push_back(adder.wait());
  return added;
}

int sum_of(const std::vector<int>& numbers) {
  int sum = 0;
  for (const int number : numbers) sum += number;
  return sum;
}

}  // namespace

TEST_SUITE("tasks::processes") {
  TEST_CASE("8 processes fill a node up to its limit on children") {
    const TestDir dir;
    LimitChange limits;
    limits.max_children = 97;
    const auto database = tree_that_refuses(dir, limits);
    CHECK(sum_of(race(database)) == 97);
    CHECK(RawDatabase(database).value("SELECT count(*) FROM tree_nodes WHERE parent_ref = 'task-0000'") ==
          "97");
  }

  TEST_CASE("8 processes fill a tree up to its limit on nodes, each node with an id of its own") {
    const TestDir dir;
    LimitChange limits;
    limits.max_children = 1000;
    limits.max_nodes = 150;
    const auto database = tree_that_refuses(dir, limits);
    CHECK(sum_of(race(database)) == 149);
    CHECK(RawDatabase(database).value("SELECT count(*) || ' ' || count(DISTINCT node_id) FROM tree_nodes") ==
          "150 150");
  }
}

TEST_SUITE("tasks::program") {
  TEST_CASE("programs that add to a full node are told which limit it is") {
    const TestDir dir;
    LimitChange limits;
    limits.max_children = 2;
    const auto database = tree_that_refuses(dir, limits);
    int added = 0;
    for (int i = 0; i < 4; ++i) {
      const Ended ended = run_rlmdb(database, {"task", "add", "--parent", "task-0000", "--prompt", "p"});
      if (ended.code == 0) {
        ++added;
      } else {
        CHECK(ended.code == 7);
        CHECK(ended.error.find("task-0000 has no room for another child: tree-1 allows a node 2") !=
              std::string::npos);
        CHECK(ended.error.find("--max-children N") != std::string::npos);
      }
    }
    CHECK(added == 2);
  }
}
