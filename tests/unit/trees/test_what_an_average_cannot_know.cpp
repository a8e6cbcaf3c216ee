// SPDX-License-Identifier: MIT
// When nodes may begin that are scheduled or held, that a tree goes no further, and who has a node, in whatever tells it.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "rlmdb/estimate.hpp"
#include "rlmdb/hold.hpp"
#include "rlmdb/recover.hpp"
#include "rlmdb/report.hpp"
#include "rlmdb/totals.hpp"
#include "rlmdb/tree_settings.hpp"
#include "task_place.hpp"
#include "util/clock.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using namespace std::chrono_literals;

constexpr double k_hour_ms = 3'600'000;

std::string add_tree(TaskPlace& place) {
  NewTask task;
  task.prompt = "whole";
  task.tree = TreeId{"tree-0000000a"};
  return place.add(task);
}

std::string add_part(TaskPlace& place, const std::string& parent, const std::string& not_before = {}) {
  NewTask task;
  task.prompt = "part";
  task.parent = TaskId{parent};
  if (!not_before.empty()) task.not_before = not_before;
  return place.add(task);
}

void complete(TaskPlace& place, const std::string& id) {
  ClaimOptions how;
  how.task = TaskId{id};
  const Claim claim = place.store().claim(how).value();
  (void)place.change(id, CompleteTask{"done"}, with_token(claim.token));
}

/// A root and a child that completed, and one that is left.
std::string add_worked_tree(TaskPlace& place, const std::string& not_before = {}) {
  const std::string root = add_tree(place);
  complete(place, add_part(place, root));
  return add_part(place, root, not_before);
}

std::string joined(std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end());
  std::string all;
  for (const std::string& text : texts) all += text + "\n";
  return all;
}

Store as(const TaskPlace& place, const std::string& owner) {
  StoreOptions options = TaskPlace::options();
  options.owner = owner;
  return Store::open(place.database(), Access::read_write, options);
}

/// What every question says of the tree.
std::vector<TreeProgress> answers(const Store& store) {
  const TreeId tree{"tree-0000000a"};
  return {progress_of_store(store).unfinished.front(),
          progress_of_trees(store).front(),
          progress_of_trees(store, WhichTrees::all).front(),
          list_trees(store).front().progress,
          status_of_tree(store, tree).progress,
          estimate_of_tree(store, tree).progress,
          report_of_tree(store, tree).progress};
}

void check_begins_in_hours(const Store& store, double hours) {
  for (const TreeProgress& progress : answers(store)) {
    CHECK(progress.waits_ms > (hours - 0.1) * k_hour_ms);
    CHECK(progress.waits_ms <= hours * k_hour_ms);
    CHECK(progress.eta_ms.value() >= progress.waits_ms);
    CHECK(progress.eta_ms.value() < (hours + 0.1) * k_hour_ms);
  }
}

}  // namespace

TEST_SUITE("trees::what an average cannot know") {
  TEST_CASE("nothing is done before what another holds may begin; who holds it himself waits for nothing") {
    TaskPlace place;
    const std::string left = add_worked_tree(place);
    for (const TreeProgress& progress : answers(place.store())) CHECK(progress.waits_ms == 0);
    Store bob = as(place, "bob");
    HoldTasks how;
    how.lease = 3h;
    (void)hold_tasks(bob, std::vector{TaskId{left}}, how);
    check_begins_in_hours(place.store(), 3);
    for (const TreeProgress& progress : answers(bob)) {
      CHECK(progress.waits_ms == 0);
      CHECK(progress.eta_ms.value() < k_hour_ms);
    }
  }

  TEST_CASE("nor before what is scheduled") {
    TaskPlace place;
    const auto in_five_hours = std::chrono::system_clock::now() + 5h;
    (void)add_worked_tree(place, util::utc_text(in_five_hours));
    check_begins_in_hours(place.store(), 5);
  }

  TEST_CASE("how long it takes to go on with what failed nobody knows") {
    TaskPlace place;
    const std::string left = add_worked_tree(place);
    (void)place.change(left, FailTask{"no"});
    (void)place.change("task-0000", CancelTask{});
    for (const TreeProgress& progress : answers(place.store())) {
      CHECK(progress.remaining_tasks == 0);
      CHECK_FALSE(progress.eta_ms.has_value());
      CHECK(progress.eta_human == "unknown");
    }
    const TimeEstimate estimate = estimate_of_tree(place.store(), TreeId{"tree-0000000a"}).estimate;
    CHECK_FALSE(estimate.p50_ms.has_value());
    CHECK(estimate.reason == "nothing is queued or running, 1 failed");
  }

  TEST_CASE("a report says of what is left what a recovery would say") {
    TaskPlace place;
    const std::string root = add_tree(place);
    for (int i = 0; i < 4; ++i) (void)add_part(place, root);
    Store bob = as(place, "bob");
    ClaimOptions soon_over;
    soon_over.lease = 1ms;
    (void)bob.claim().value();
    (void)bob.claim(soon_over).value();
    HoldTasks how;
    how.lease = 3h;
    (void)hold_tasks(bob, std::vector{TaskId{"task-0004"}}, how);
    const auto is_over = [&] {
      const auto active = status_of_tree(place.store(), TreeId{"tree-0000000a"}).active;
      return std::any_of(active.begin(), active.end(),
                         [](const ActiveTask& task) { return task.claim && task.claim->is_over; });
    };
    const auto deadline = std::chrono::steady_clock::now() + 10s;
    while (!is_over() && std::chrono::steady_clock::now() < deadline) std::this_thread::sleep_for(1ms);
    const TreeReport report = report_of_tree(place.store(), TreeId{"tree-0000000a"});
    const TreePlan plan = recover(place.store(), {}, RecoverRun::dry_run).trees.at(0);
    std::vector<std::string> told;
    for (const OpenNode& node : report.open_nodes) told.push_back(node.reason);
    std::vector<std::string> planned;
    for (const NodePlan& node : plan.nodes) planned.push_back(node.reason);
    CHECK(told.size() == 5);
    CHECK(joined(told) == joined(planned));
    CHECK(joined(told).find("the lease of bob has ended") != std::string::npos);
    CHECK(joined(told).find("claimed by bob until ") != std::string::npos);
    CHECK(joined(told).find("held by bob until ") != std::string::npos);
  }

  TEST_CASE("nothing is ready in SQL that is scheduled for later or held") {
    TaskPlace place;
    const std::string root = add_tree(place);
    (void)add_part(place, root, util::utc_text(std::chrono::system_clock::now() + 5h));
    (void)add_part(place, root, util::utc_text(std::chrono::system_clock::now() - 5h));
    HoldTasks how;
    how.lease = 3h;
    (void)hold_tasks(place.store(), std::vector{TaskId{add_part(place, root)}}, how);
    const std::string query = "SELECT legacy_id || ' ' || decision FROM recovery_plan ORDER BY legacy_id";
    CHECK(joined(place.rows(query)) == "task-0000 wait\ntask-0001 wait\ntask-0002 ready\ntask-0003 wait\n");
    place.edit("UPDATE holds SET lease_expires_at = '2026-01-01T00:00:00.000Z'");
    CHECK(joined(place.rows(query)) == "task-0000 wait\ntask-0001 wait\ntask-0002 ready\ntask-0003 ready\n");
  }

  TEST_CASE("a report says that nobody gets what the budget keeps back") {
    TaskPlace place;
    (void)add_part(place, add_tree(place));
    (void)set_tree_budget(place.store(), TreeId{"tree-0000000a"}, 0);
    const TreeReport report = report_of_tree(place.store(), TreeId{"tree-0000000a"});
    CHECK(report.open_nodes.at(0).reason == "its tree has spent $0.0000 of its budget of $0.0000");
    CHECK(report.open_nodes.at(1).reason == "waits for its child before it can merge: task-0001");
  }
}
