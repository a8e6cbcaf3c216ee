// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "tree_rows.hpp"
#include "trees/estimate.hpp"

using namespace rlmdb;
using namespace rlmdb::trees;
using rlmdb::test::TreeRowsMaker;

namespace {

constexpr std::int64_t k_s = 1'000;

TimeEstimate estimate(const TreeRowsMaker& tree, std::int64_t now_s, TimeHistory history = {}) {
  return estimate_time_left(tree.rows(), build_tree(tree.rows()), history,
                            TreeRowsMaker::k_start + now_s * k_s);
}

/// Six leaves of 10 s that have ended under a queued root, two at a time or one by one, and four that have
/// not.
TreeRowsMaker six_of_ten(const std::string& strategy, std::int64_t at_once) {
  TreeRowsMaker tree;
  tree.add("", strategy);
  for (int leaf = 0; leaf < 10; ++leaf) tree.add("n0");
  for (std::int64_t leaf = 0; leaf < 6; ++leaf) {
    const std::int64_t begin = leaf / at_once * 10 * k_s;
    tree.end(static_cast<std::size_t>(leaf + 1), begin, begin + 10 * k_s);
  }
  return tree;
}

/// A finished tree of six roots of agent a, 10 s each, and six of agent b, 40 s each, one after the other.
TimeHistory ten_and_forty() {
  TreeRowsMaker tree;
  for (std::size_t i = 0; i < 12; ++i) {
    tree.add("", "", i < 6 ? "a" : "b");
    const std::int64_t begin = static_cast<std::int64_t>(i) * 100 * k_s;
    tree.end(i, begin, begin + (i < 6 ? 10 : 40) * k_s);
  }
  TimeHistory history;
  history.add(tree.rows(), build_tree(tree.rows()));
  return history;
}

/// Roots of agent a that have ended after so many seconds each, and a queued one of agent b.
TreeRowsMaker roots_before_b(std::size_t ended, std::int64_t seconds) {
  TreeRowsMaker tree;
  for (std::size_t i = 0; i < ended; ++i) {
    tree.add("", "", "a");
    tree.end(i, static_cast<std::int64_t>(i) * seconds * k_s,
             static_cast<std::int64_t>(i + 1) * seconds * k_s);
  }
  tree.add("", "", "b");
  return tree;
}

}  // namespace

TEST_SUITE("trees::estimate") {
  TEST_CASE("as many at once as were seen, what runs has worked already, the root comes last") {
    TreeRowsMaker tree = six_of_ten("parallel", 2);
    tree.run(7, 30 * k_s);
    tree.run(8, 30 * k_s);
    const TimeEstimate left = estimate(tree, 34);
    CHECK_EQ(left.p50_ms, (6 + 10 + 10) * k_s);
    CHECK_EQ(left.p90_ms, (6 + 10 + 10) * k_s);
    CHECK_EQ(left.parallelism, 2);
    CHECK_EQ(left.samples, 6);
    CHECK_EQ(left.earlier_samples, 0);
    CHECK_EQ(left.reason, "");
  }

  TEST_CASE("children of a sequential parent are added up") {
    TreeRowsMaker tree = six_of_ten("sequential", 1);
    tree.run(7, 60 * k_s);
    CHECK_EQ(estimate(tree, 63).p50_ms, (7 + 30 + 10) * k_s);
  }

  TEST_CASE("nothing left takes no time, whatever is known") {
    CHECK_EQ(estimate(TreeRowsMaker(), 0).p50_ms, 0);
    TreeRowsMaker tree;
    tree.add("");
    tree.end(0, 0, 5, TaskState::cancelled);
    CHECK_EQ(estimate(tree, 10).p90_ms, 0);
  }

  TEST_CASE("two durations are too few, three are enough") {
    const TimeEstimate two = estimate(roots_before_b(2, 10), 100);
    CHECK_EQ(two.p50_ms, std::nullopt);
    CHECK_EQ(two.p90_ms, std::nullopt);
    CHECK_EQ(two.reason, "fewer than 3 nodes have ended whose durations are known");
    CHECK_EQ(estimate(roots_before_b(3, 10), 100).p50_ms, 10 * k_s);
  }

  TEST_CASE("durations of the narrowest group that has five of them") {
    TreeRowsMaker tree;
    for (std::size_t i = 0; i < 10; ++i) {
      tree.add("", "", i < 5 ? "a" : "b");
      tree.end(i, 0, (i < 5 ? 10 : 40) * k_s);
    }
    tree.add("", "", "b");
    CHECK_EQ(estimate(tree, 100).p50_ms, 40 * k_s);
    tree.add("n10", "", "b");  // deeper: without the depth there are five
    tree[10].state = TaskState::completed;
    CHECK_EQ(estimate(tree, 100).p50_ms, 40 * k_s);
  }

  TEST_CASE("earlier trees fill in, scaled by the pace of this one") {
    const TimeEstimate left = estimate(roots_before_b(3, 20), 100, ten_and_forty());
    CHECK_EQ(left.p50_ms, 60 * k_s);  // 40 s × (60 + 30) / (30 + 30)
    CHECK_EQ(left.samples, 3);
    CHECK_EQ(left.earlier_samples, 12);
    CHECK_EQ(estimate(roots_before_b(0, 0), 0, ten_and_forty()).p50_ms, 40 * k_s);
    CHECK_EQ(estimate(roots_before_b(0, 0), 0, ten_and_forty()).parallelism, 1);
  }

  TEST_CASE("earlier trees that this one has left far behind say nothing") {
    const TimeEstimate slow = estimate(roots_before_b(5, 101), 1'000, ten_and_forty());
    CHECK_EQ(slow.p50_ms, 101 * k_s);
    CHECK_EQ(slow.earlier_samples, 0);
    CHECK_EQ(estimate(roots_before_b(5, 99), 1'000, ten_and_forty()).earlier_samples, 12);
  }

  TEST_CASE("a node that runs longer than any did may take as long again, but not for ever") {
    TreeRowsMaker tree = roots_before_b(3, 10);
    tree.run(3, 0);
    CHECK_EQ(estimate(tree, 4).p50_ms, 6 * k_s);
    CHECK_EQ(estimate(tree, 12).p50_ms, 10 * k_s);
    CHECK_EQ(estimate(tree, 100).p50_ms, 10 * k_s);
    const TimeEstimate hopeless = estimate(tree, 101);
    CHECK_EQ(hopeless.p50_ms, std::nullopt);
    CHECK_EQ(hopeless.reason, "n3 has been running more than 10 times longer than any node like it");
  }

  TEST_CASE("a clock that went back takes nothing off") {
    TreeRowsMaker tree = roots_before_b(3, 10);
    tree.run(3, 90 * k_s);
    CHECK_EQ(estimate(tree, 50).p50_ms, 10 * k_s);
  }

  TEST_CASE("durations that differ give a p90 beyond the p50, the same at every call") {
    TreeRowsMaker tree;
    for (std::size_t i = 0; i < 10; ++i) {
      tree.add("");
      tree.end(i, 0, static_cast<std::int64_t>(i + 1) * k_s);
    }
    tree.add("");
    const TimeEstimate left = estimate(tree, 100);
    CHECK_EQ(left.p50_ms, 6 * k_s);
    CHECK_EQ(left.p90_ms, 10 * k_s);
  }
}
