// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <chrono>

#include "tree_rows.hpp"
#include "trees/schedule.hpp"
#include "util/clock.hpp"

using namespace rlmdb;
using namespace rlmdb::trees;
using rlmdb::test::TreeRowsMaker;

namespace {

/// When the rest is done if the node with index i takes (i + 1) × 10.
double play(const TreeRowsMaker& tree, std::size_t places) {
  Schedule schedule(tree.rows(), build_tree(tree.rows()), TreeRowsMaker::k_start);
  const auto time_left = [](std::size_t row) { return static_cast<double>(row + 1) * 10; };
  const double first = schedule.play(places, time_left);
  CHECK_EQ(schedule.play(places, time_left), first);
  return first;
}

/// A root, 10, above three leaves, 20, 30 and 40.
TreeRowsMaker root_and_leaves(const std::string& strategy) {
  TreeRowsMaker tree;
  tree.add("", strategy);
  for (int leaf = 0; leaf < 3; ++leaf) tree.add("n0");
  return tree;
}

}  // namespace

TEST_SUITE("trees::schedule") {
  TEST_CASE("children of a parallel parent run at once as far as there are places, the parent after them") {
    CHECK_EQ(play(root_and_leaves("parallel"), 3), 50);
    CHECK_EQ(play(root_and_leaves("parallel"), 2), 70);
    CHECK_EQ(play(root_and_leaves("parallel"), 1), 100);
    CHECK_EQ(play(root_and_leaves("parallel"), 0), 100);
  }

  TEST_CASE("children of a sequential or conditional parent run one after the other") {
    CHECK_EQ(play(root_and_leaves("sequential"), 3), 100);
    CHECK_EQ(play(root_and_leaves("conditional"), 3), 100);
  }

  TEST_CASE("the last child of a map-reduce parent comes after its siblings") {
    CHECK_EQ(play(root_and_leaves("map-reduce"), 3), 80);
    CHECK_EQ(play(root_and_leaves("map-reduce"), 1), 100);
  }

  TEST_CASE("what lies below a later sibling waits with it") {
    TreeRowsMaker tree;
    tree.add("", "sequential");
    tree.add("n0", "parallel");
    tree.add("n0", "parallel");
    for (int leaf = 0; leaf < 2; ++leaf) tree.add("n1");  // 40, 50
    for (int leaf = 0; leaf < 2; ++leaf) tree.add("n2");  // 60, 70
    CHECK_EQ(play(tree, 9), 50 + 20 + 70 + 30 + 10);
  }

  TEST_CASE("what lies below a node that runs or is completed is open, whatever that came before") {
    TreeRowsMaker tree;
    tree.add("", "sequential");
    tree.add("n0");                // 20
    tree.add("n0", "sequential");  // 30
    tree.add("n2");                // 40
    tree.add("n2");                // 50
    CHECK_EQ(play(tree, 9), 20 + 40 + 50 + 30 + 10);
    tree.run(2, 0);
    CHECK_EQ(play(tree, 9), 40 + 50 + 30 + 10);
    tree.end(2, 0, 5);
    CHECK_EQ(play(tree, 9), 40 + 50);  // the root has no open child behind n1
    tree.end(2, 0, 5, TaskState::cancelled);
    CHECK_EQ(play(tree, 9), 20 + 40 + 50);
  }

  TEST_CASE("what has ended is over, and what runs goes on at once, whatever it would have to wait for") {
    TreeRowsMaker tree = root_and_leaves("sequential");
    tree.end(1, 0, 5);
    CHECK_EQ(play(tree, 1), 30 + 40 + 10);
    tree.end(2, 0, 5, TaskState::failed);
    CHECK_EQ(play(tree, 1), 40 + 10);
    tree.run(0, 0);
    CHECK_EQ(play(tree, 1), 40 + 10);
    tree.end(3, 0, 5, TaskState::cancelled);
    CHECK_EQ(play(tree, 1), 10);
    tree.end(0, 0, 5);
    CHECK_EQ(play(tree, 1), 0);
    TreeRowsMaker all = root_and_leaves("sequential");
    for (std::size_t i = 0; i < 4; ++i) all.run(i, 0);
    CHECK_EQ(play(all, 1), 50);
  }

  TEST_CASE("work below a node that has ended is still done, roots are no siblings, cycles come to an end") {
    TreeRowsMaker below = root_and_leaves("sequential");
    below.end(0, 0, 1);
    CHECK_EQ(play(below, 3), 90);
    TreeRowsMaker roots;
    roots.add("", "sequential");
    roots.add("", "sequential");
    CHECK_EQ(play(roots, 2), 20);
    TreeRowsMaker ring;
    ring.add("n1");
    ring.add("n0");
    CHECK_EQ(play(ring, 2), 30);
    CHECK_EQ(play(TreeRowsMaker(), 2), 0);
  }

  TEST_CASE("what is scheduled begins then, takes no place before, and what runs meanwhile goes on") {
    TreeRowsMaker tree = root_and_leaves("parallel");
    const auto schedule = [&](std::size_t i, std::int64_t in_ms) {
      tree[i].not_before =
          rlmdb::records::NotBefore{rlmdb::util::utc_text(std::chrono::system_clock::time_point(
                                        std::chrono::milliseconds(TreeRowsMaker::k_start + in_ms))),
                                    true};
    };
    schedule(1, 1000);
    CHECK_EQ(play(tree, 9), 1000 + 20 + 10);
    CHECK_EQ(play(tree, 1), 1000 + 20 + 10);
    schedule(1, 35);
    CHECK_EQ(play(tree, 1), 30 + 40 + 20 + 10);
    CHECK_EQ(play(tree, 2), 35 + 20 + 10);
    schedule(2, 500);
    CHECK_EQ(play(tree, 2), 500 + 30 + 10);
    tree[2].not_before->is_scheduled = false;
    schedule(1, -5);
    CHECK_EQ(play(tree, 3), 50);
  }

  TEST_CASE("the nodes that are left, and those that work now") {
    TreeRowsMaker tree = root_and_leaves("parallel");
    tree.run(0, 0);
    tree.run(2, 0);
    tree.end(3, 0, 1);
    const Schedule schedule(tree.rows(), build_tree(tree.rows()), TreeRowsMaker::k_start);
    CHECK_EQ(schedule.left(), std::vector<std::size_t>{0, 1, 2});
    CHECK_EQ(schedule.working(), 1);
    CHECK(schedule.works_now(2));
    CHECK_FALSE(schedule.works_now(0));
  }
}
