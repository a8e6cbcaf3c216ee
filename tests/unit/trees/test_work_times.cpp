// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "tree_rows.hpp"
#include "trees/work_times.hpp"

using namespace rlmdb;
using namespace rlmdb::trees;
using rlmdb::test::TreeRowsMaker;

namespace {

std::size_t parallelism(const TreeRowsMaker& tree, std::int64_t now_ms) {
  const TreeShape shape = build_tree(tree.rows());
  return parallelism_seen(tree.rows(), shape, work_begins(tree.rows(), shape),
                          TreeRowsMaker::k_start + now_ms);
}

std::optional<double> worked(const TreeRowsMaker& tree, std::size_t i) {
  return worked_ms(tree.rows()[i], work_begins(tree.rows(), build_tree(tree.rows()))[i]);
}

}  // namespace

TEST_SUITE("trees::work_times") {
  TEST_CASE("a node with children works from the end of the last one, or from its own later start") {
    TreeRowsMaker tree;
    tree.add("");
    tree.add("n0");
    tree.add("n0");
    tree.end(1, 10, 30);
    tree.end(2, 10, 50, TaskState::failed);
    tree.end(0, 0, 60);
    CHECK_EQ(worked(tree, 0), 10);
    CHECK_EQ(worked(tree, 1), 20);
    CHECK_EQ(worked(tree, 2), 40);
    tree.end(0, 55, 60);
    CHECK_EQ(worked(tree, 0), 5);
    tree.end(0, 0, 40);  // before its child
    CHECK_EQ(worked(tree, 0), 0);
  }

  TEST_CASE("nobody knows how long a node worked that was cancelled, runs, or lacks a time") {
    TreeRowsMaker tree;
    tree.add("");
    CHECK_EQ(worked(tree, 0), std::nullopt);
    tree.run(0, 5);
    CHECK_EQ(worked(tree, 0), std::nullopt);
    tree.end(0, 5, 9, TaskState::cancelled);
    CHECK_EQ(worked(tree, 0), std::nullopt);
    tree.end(0, 5, 9);
    tree[0].started_at_ms.reset();
    CHECK_EQ(worked(tree, 0), std::nullopt);
  }

  TEST_CASE("parallelism is what a tenth of the working time reached") {
    TreeRowsMaker tree;
    CHECK_EQ(parallelism(tree, 0), 0);
    tree.add("");
    tree.run(0, 0);  // only waits
    for (int i = 0; i < 4; ++i) tree.add("n0");
    CHECK_EQ(parallelism(tree, 100), 0);
    tree.end(1, 0, 100);
    tree.end(2, 0, 50);
    CHECK_EQ(parallelism(tree, 100), 2);
    tree.end(3, 41, 50);  // three at once for 9 of 100
    CHECK_EQ(parallelism(tree, 100), 2);
    tree.end(3, 40, 50);
    CHECK_EQ(parallelism(tree, 100), 3);
    tree.run(4, 40);  // works until now: four at once for 10 of 100
    CHECK_EQ(parallelism(tree, 100), 4);
  }

  TEST_CASE("one after the other is not at once") {
    TreeRowsMaker tree;
    tree.add("");
    tree.add("");
    tree.end(0, 0, 50);
    tree.end(1, 50, 100);
    CHECK_EQ(parallelism(tree, 100), 1);
  }
}
