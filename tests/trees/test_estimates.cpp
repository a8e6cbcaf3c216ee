// SPDX-License-Identifier: MIT
// Whether the likely estimate is better than the simple one, on databases of finished trees; and both on
// large trees.
#include <doctest/doctest.h>

#include "finished_trees.hpp"
#include "rlmdb/estimate.hpp"
#include "tree_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

Backtest backtest_of(std::vector<std::string> strategies) {
  const TreePlace place{std::string_view(FinishedTrees(1, std::move(strategies)).document(100))};
  const Backtest result = backtest_estimates(place.reader(), std::nullopt);
  MESSAGE(result.all.points << " points of " << result.trees << " trees: simple off by "
                            << result.all.simple.median_error_percent.value() << " %, likely by "
                            << result.all.better.median_error_percent.value() << " %, "
                            << result.all.better.within_p90_percent.value() << " % within p90");
  return result;
}

/// Half as far off as the simple one, known nearly always, and a p90 that holds what it says within ten
/// points.
void check_better(const Backtest& result) {
  CHECK(result.trees == 100);
  CHECK(result.skipped == 0);
  CHECK(result.all.better.known > result.all.points * 9 / 10);
  CHECK(*result.all.better.median_error_percent < *result.all.simple.median_error_percent * 0.65);
  CHECK(*result.all.better.within_p90_percent > 80);
  CHECK(*result.all.better.within_p90_percent < 97);
}

}  // namespace

TEST_SUITE("trees::estimates") {
  TEST_CASE("sequential trees") {
    check_better(backtest_of({"sequential", "conditional"}));
  }

  TEST_CASE("parallel trees") {
    check_better(backtest_of({"parallel"}));
  }

  TEST_CASE("trees of every kind") {
    check_better(backtest_of({"parallel", "sequential", "conditional", "map-reduce"}));
  }

  TEST_CASE("newer nodes that tell no duration do not hide older ones that do") {
    std::string tasks;
    const auto add = [&](const std::string& id, const std::string& tree, const std::string& rest) {
      tasks += (tasks.empty() ? "" : ",") +
               ("{\"id\":\"" + id + "\",\"prompt\":\"\",\"metadata\":{\"tree_id\":\"") + tree +
               "\",\"node_id\":\"" + id + "\",\"parent_id\":null,\"depth\":0}," + rest + "}";
    };
    const std::string ended =
        R"("state":"completed","startedAt":"2026-01-01T00:00:00Z","completedAt":"2026-01-01T00:01:00Z")";
    for (int i = 0; i < 9; ++i) add("old-" + std::to_string(i), "tree-old" + std::to_string(i), ended);
    for (int i = 0; i < 1500; ++i) add("new-" + std::to_string(i), "tree-new", R"("state":"queued")");
    add("asked-0", "tree-asked", R"("state":"queued")");
    const TreePlace place{std::string_view(R"({"version":1,"tasks":[)" + tasks + "]}")};
    const TimeEstimate estimate = estimate_of_tree(place.reader(), TreeId{"tree-asked"}).estimate;
    CHECK(estimate.earlier_samples == 9);
    CHECK(estimate.p50_ms == 60000.0);
  }

  TEST_CASE("one tree alone is replayed with the trees before it, an unfinished one not at all" * damages) {
    const TreePlace place{std::string_view(FinishedTrees(2, {"parallel", "sequential"}).document(5))};
    const Store store = place.reader();
    const Backtest last = backtest_estimates(store, TreeId{"tree-4"});
    CHECK(last.trees == 1);
    CHECK(last.all.points == 5);
    CHECK(last.all.better.known == 5);
    CHECK(backtest_estimates(store, TreeId{"tree-0"}).all.better.known <= 5);
    CHECK(estimate_of_tree(store, TreeId{"tree-4"}).estimate.reason ==
          "nothing is queued or running, 1 failed");
    place.edit("UPDATE tasks SET state = 'queued', completed_at = NULL WHERE legacy_id = 'n0'");
    CHECK_THROWS_AS((void)backtest_estimates(store, TreeId{"tree-0"}), Error);
    CHECK_THROWS_AS((void)backtest_estimates(store, TreeId{"tree-9"}), Error);
    CHECK(backtest_estimates(store, std::nullopt).trees == 4);
    CHECK(estimate_of_tree(store, TreeId{"tree-0"}).estimate.earlier_samples > 0);
  }
}
