// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "tree_rows.hpp"
#include "trees/backtest.hpp"

using namespace rlmdb;
using namespace rlmdb::trees;
using rlmdb::test::TreeRowsMaker;

namespace {

constexpr std::int64_t k_step_ms = 1'000;

/// A root of 10 s after leaves of 10 s each, so many at once, from `begin_s` on.
TreeRowsMaker leaves_at_once(const std::string& strategy, std::int64_t leaves, std::int64_t at_once,
                             std::int64_t begin_s = 0) {
  TreeRowsMaker tree;
  tree.add("", strategy);
  for (std::int64_t leaf = 0; leaf < leaves; ++leaf) {
    const std::int64_t begin = begin_s + leaf / at_once * 10;
    tree.end(tree.add("n0"), begin * k_step_ms, (begin + 10) * k_step_ms);
  }
  const std::int64_t end = begin_s + leaves / at_once * 10;
  tree.end(0, end * k_step_ms, (end + 10) * k_step_ms);
  return tree;
}

Backtest backtest_of(const std::vector<TreeRowsMaker>& trees, std::optional<std::size_t> only = {}) {
  std::vector<TreeRowsOf> rows;
  for (const TreeRowsMaker& tree : trees) rows.push_back(tree.rows());
  return backtest(rows, only);
}

}  // namespace

TEST_SUITE("trees::backtest") {
  TEST_CASE("a tree as it was: later ends and starts are not known, nor are nodes that were not created") {
    TreeRowsMaker tree;
    for (int i = 0; i < 4; ++i) tree.add("");
    tree.end(0, 0, 10);
    tree.end(1, 5, 20);
    tree.end(2, 15, 20, TaskState::failed);
    tree.end(3, 15, 20);
    tree[3].created_at_ms = TreeRowsMaker::k_start + 11;
    const TreeRowsOf then = rows_at(tree.rows(), TreeRowsMaker::k_start + 10);
    REQUIRE_EQ(then.size(), 3);
    CHECK((then[0].state == TaskState::completed));
    CHECK_EQ(then[0].completed_at_ms, TreeRowsMaker::k_start + 10);
    CHECK((then[1].state == TaskState::running));
    CHECK_EQ(then[1].started_at_ms, TreeRowsMaker::k_start + 5);
    CHECK_EQ(then[1].completed_at_ms, std::nullopt);
    CHECK((then[2].state == TaskState::queued));
    CHECK_EQ(then[2].started_at_ms, std::nullopt);
    CHECK_EQ(rows_at(tree.rows(), TreeRowsMaker::k_start + 20).size(), 4);
  }

  TEST_CASE("one node at a time: both are right, the likely one from the third node on") {
    const Backtest result = backtest_of({leaves_at_once("sequential", 4, 1)});
    CHECK_EQ(result.trees, 1);
    CHECK_EQ(result.skipped, 0);
    CHECK_EQ(result.all.points, 4);
    CHECK_EQ(result.all.simple.known, 4);
    CHECK_EQ(result.all.simple.median_error_percent, 0);
    CHECK_EQ(result.all.simple.within_p90_percent, std::nullopt);
    CHECK_EQ(result.all.better.known, 2);
    CHECK_EQ(result.all.better.median_error_percent, 0);
    CHECK_EQ(result.all.better.within_p90_percent, 100);
  }

  TEST_CASE("two at once: the simple one takes twice as long") {
    const Backtest result = backtest_of({leaves_at_once("parallel", 8, 2)});
    CHECK_EQ(result.all.points, 4);
    CHECK_EQ(result.all.simple.median_error_percent, doctest::Approx((200.0 / 3 + 50) / 2));
    CHECK_EQ(result.all.better.known, 3);
    CHECK_EQ(result.all.better.median_error_percent, 0);
    REQUIRE_EQ(result.lines.size(), 5);
    CHECK_EQ(result.lines[0].at_percent, 10);
    CHECK_EQ(result.lines[0].points, 1);
    CHECK_EQ(result.lines[0].simple.median_error_percent, 75);
    CHECK_EQ(result.lines[0].better.median_error_percent, std::nullopt);
    CHECK_EQ(result.lines[1].better.median_error_percent, 0);
    CHECK_EQ(result.lines[4].at_percent, 90);
    CHECK_EQ(result.lines[4].points, 0);
  }

  TEST_CASE("a tree that had ended before tells what the next one does not know yet") {
    const TreeRowsMaker first = leaves_at_once("parallel", 8, 2);
    CHECK_EQ(backtest_of({first, leaves_at_once("parallel", 8, 2, 100)}, 1).all.better.known, 4);
    // One that ends at the same time as the first point of the other, and one that ends later.
    CHECK_EQ(backtest_of({first, leaves_at_once("parallel", 8, 2, 40)}, 1).all.better.known, 4);
    CHECK_EQ(backtest_of({first, leaves_at_once("parallel", 8, 2, 39)}, 1).all.better.known, 3);
  }

  TEST_CASE("a tree without times, or with a single moment, is skipped") {
    TreeRowsMaker timeless = leaves_at_once("parallel", 8, 2);
    timeless[3].started_at_ms.reset();
    TreeRowsMaker moment;
    moment.add("");
    moment.end(0, 0, 10);
    const Backtest result = backtest_of({timeless, moment});
    CHECK_EQ(result.trees, 0);
    CHECK_EQ(result.skipped, 2);
    CHECK_EQ(result.all.points, 0);
    CHECK_EQ(result.all.simple.median_error_percent, std::nullopt);
  }
}
