// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <optional>

#include "rlmdb/totals.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

std::string add_to_tree(TaskPlace& place, const std::string& tree) {
  NewTask task;
  task.prompt = "root";
  task.tree = TreeId{tree};
  return place.add(task);
}

void complete(TaskPlace& place, const std::string& id, std::optional<double> usd) {
  (void)place.change(id, StartTask{});
  CompleteTask done;
  if (usd) done.cost.total_cost_usd = usd;
  (void)place.change(id, done);
}

}  // namespace

TEST_SUITE("trees::totals") {
  TEST_CASE("of an empty store all is zero, and no cost is known") {
    TaskPlace place;
    const StoreTotals totals = totals_of(place.store());
    CHECK(totals.trees == 0);
    CHECK(totals.unfinished_trees == 0);
    CHECK(totals.in_trees.tasks == 0);
    CHECK(totals.outside.tasks == 0);
    CHECK(totals.outside.cost_usd == std::nullopt);
  }

  TEST_CASE("tasks outside trees are counted apart from the nodes of all trees") {
    TaskPlace place;
    complete(place, add_to_tree(place, "tree-1"), 0.5);
    const std::string root = add_to_tree(place, "tree-2");
    NewTask below;
    below.prompt = "below";
    below.parent = TaskId{root};
    complete(place, place.add(below), 0.25);
    (void)place.add("queued");
    complete(place, place.add("cheap"), 0.125);
    complete(place, place.add("unknown"), std::nullopt);
    (void)place.change(place.add("gone"), CancelTask{});
    const std::string failed = place.add("failed");
    (void)place.change(failed, StartTask{});
    (void)place.change(failed, FailTask{});
    const StoreTotals totals = totals_of(place.store());
    CHECK(totals.trees == 2);
    CHECK(totals.unfinished_trees == 1);
    CHECK(totals.in_trees.tasks == 3);
    CHECK(totals.in_trees.completed == 2);
    CHECK(totals.in_trees.queued == 1);
    CHECK(totals.in_trees.cost_usd == 0.75);
    CHECK(totals.in_trees.without_cost == 0);
    CHECK(totals.outside.tasks == 5);
    CHECK(totals.outside.queued == 1);
    CHECK(totals.outside.completed == 2);
    CHECK(totals.outside.cancelled == 1);
    CHECK(totals.outside.running == 0);
    CHECK(totals.outside.failed == 1);
    CHECK(totals.outside.cost_usd == 0.125);
    CHECK(totals.outside.without_cost == 2);
  }

  TEST_CASE(
      "what has ended without a cost counts, and dollars of trees are added in the order of their ids") {
    TaskPlace place;
    complete(place, add_to_tree(place, "tree-4"), std::nullopt);
    (void)place.change(add_to_tree(place, "tree-5"), CancelTask{});
    StoreTotals totals = totals_of(place.store());
    CHECK(totals.trees == 2);
    CHECK(totals.unfinished_trees == 0);
    CHECK(totals.in_trees.tasks == 2);
    CHECK(totals.in_trees.completed == 1);
    CHECK(totals.in_trees.cancelled == 1);
    CHECK(totals.in_trees.without_cost == 1);
    CHECK(totals.in_trees.cost_usd == std::nullopt);
    CHECK(totals.outside.tasks == 0);
    complete(place, add_to_tree(place, "tree-3"), 0.3);
    complete(place, add_to_tree(place, "tree-1"), 0.1);
    complete(place, add_to_tree(place, "tree-2"), 0.2);
    totals = totals_of(place.store());
    CHECK(totals.in_trees.without_cost == 1);
    CHECK(totals.in_trees.cost_usd == 0.1 + 0.2 + 0.3);
    CHECK(0.1 + 0.2 + 0.3 != 0.3 + 0.2 + 0.1);
  }

  TEST_CASE("beside the totals stand the unfinished trees, newest first, as progress_of_trees has them") {
    TaskPlace place;
    complete(place, add_to_tree(place, "tree-1"), 0.5);
    (void)add_to_tree(place, "tree-2");
    (void)add_to_tree(place, "tree-3");
    (void)place.add("outside");
    place.edit("UPDATE tasks SET created_at = '2026-01-0' || id || 'T00:00:00.000Z'");
    const StoreProgress progress = progress_of_store(place.store());
    REQUIRE(progress.unfinished.size() == 2);
    CHECK(progress.unfinished[0].tree_id.text == "tree-3");
    CHECK(progress.unfinished[1].tree_id.text == "tree-2");
    CHECK(progress.unfinished[0].queued == 1);
    CHECK(progress.totals.trees == 3);
    CHECK(progress.totals.unfinished_trees == 2);
    CHECK(progress.totals.in_trees.completed == 1);
    CHECK(progress.totals.outside.queued == 1);
  }
}
