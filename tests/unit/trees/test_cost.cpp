// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "tree_rows.hpp"
#include "trees/cost.hpp"

using namespace rlmdb;
using namespace rlmdb::trees;
using rlmdb::test::TreeRowsMaker;

namespace {

/// "KEY NODES DOLLARS" a line.
std::string text_of(const std::vector<CostLine>& lines) {
  std::string text;
  for (const CostLine& line : lines)
    text += line.key + " " + std::to_string(line.nodes) + " " +
            (line.cost_usd ? std::to_string(*line.cost_usd) : "unknown") + "\n";
  return text;
}

/// A completed root of agent "plan" above six leaves; costs 1, 0.1, 0.2… of agents a and b in turn.
TreeRowsMaker priced_tree() {
  TreeRowsMaker tree;
  tree.add("", "parallel", "plan");
  tree[0].cost_usd = 1;
  for (std::size_t leaf = 1; leaf <= 6; ++leaf) {
    tree.add("n0", "", leaf % 2 == 0 ? "a" : "b");
    tree[leaf].cost_usd = static_cast<double>(leaf) / 10;
  }
  for (std::size_t i = 0; i < 7; ++i) tree.end(i, 0, 10);
  return tree;
}

std::optional<double> projected(const TreeRowsMaker& tree) {
  return projected_total_usd(tree.rows(), build_tree(tree.rows()));
}

}  // namespace

TEST_SUITE("trees::cost") {
  TEST_CASE("by agent, dearest first; nodes without one together") {
    TreeRowsMaker tree = priced_tree();
    tree[6].agent.clear();
    tree[6].cost_usd = 0.5;
    const TreeCost cost = cost_of(TreeId{"t"}, tree.rows(), CostBy::agent);
    CHECK_EQ(text_of(cost.lines), "plan 1 1.000000\nb 3 0.900000\na 2 0.600000\n 1 0.500000\n");
  }

  TEST_CASE("by model, as far as models are known") {
    const std::vector<std::string> models{"opus", "", "opus", "haiku", "", "", ""};
    const TreeRowsMaker tree = priced_tree();
    CHECK_EQ(text_of(cost_of(TreeId{"t"}, tree.rows(), CostBy::model, models).lines),
             " 4 1.600000\nopus 2 1.200000\nhaiku 1 0.300000\n");
    CHECK_EQ(text_of(cost_of(TreeId{"t"}, tree.rows(), CostBy::model).lines), " 7 3.100000\n");
  }

  TEST_CASE("the five dearest nodes, of equals the first of the list, whatever a line is for") {
    TreeRowsMaker tree = priced_tree();
    tree[1].cost_usd = 0.4;
    tree[2].cost_usd.reset();
    for (const CostBy by : {CostBy::node, CostBy::depth, CostBy::agent, CostBy::model}) {
      CHECK_EQ(text_of(cost_of(TreeId{"t"}, tree.rows(), by).top),
               "n0 1 1.000000\nn6 1 0.600000\nn5 1 0.500000\nn1 1 0.400000\nn4 1 0.400000\n");
    }
    TreeRowsMaker one;
    one.add("");
    CHECK_EQ(text_of(cost_of(TreeId{"t"}, one.rows(), CostBy::node).top), "n0 1 unknown\n");
  }

  TEST_CASE("the projected total adds the average of nodes alike, or what a node has cost already") {
    TreeRowsMaker tree = priced_tree();
    const double so_far = 1 + (0.1 + 0.2 + 0.3 + 0.4 + 0.5 + 0.6);
    CHECK_EQ(projected(tree), doctest::Approx(so_far));
    const std::size_t next = tree.add("n0", "", "a");
    CHECK_EQ(projected(tree), doctest::Approx(so_far + 0.35));  // three of agent a are too few: all leaves
    for (int more = 0; more < 2; ++more) {
      const std::size_t leaf = tree.add("n0", "", "a");
      tree.end(leaf, 0, 10);
      tree[leaf].cost_usd = 0.9;
    }
    CHECK_EQ(projected(tree), doctest::Approx(so_far + 1.8 + 0.6));  // five of agent a
    tree.run(next, 0);
    tree[next].cost_usd = 0.25;
    CHECK_EQ(projected(tree), doctest::Approx(so_far + 1.8 + 0.6));
    tree[next].cost_usd = 2;
    CHECK_EQ(projected(tree), doctest::Approx(so_far + 1.8 + 2));
  }

  TEST_CASE("without the cost of an ended node nothing is known about one that is left") {
    TreeRowsMaker tree;
    tree.add("");
    CHECK_EQ(projected(tree), std::nullopt);
    tree.add("");
    tree.end(1, 0, 10);
    CHECK_EQ(projected(tree), std::nullopt);
    tree[1].cost_usd = 0;
    CHECK_EQ(projected(tree), 0);
    tree.end(1, 0, 10, TaskState::cancelled);
    CHECK_EQ(projected(tree), std::nullopt);
    tree.end(0, 0, 10);
    CHECK_EQ(projected(tree), 0);
  }

  TEST_CASE("an unknown cost is no cost of nothing, and what is partly unknown says how many lack it") {
    TreeRowsMaker tree;
    tree.add("", "parallel", "plan");
    for (int leaf = 0; leaf < 3; ++leaf) tree.add("n0", "", "a");
    for (std::size_t i = 0; i < 3; ++i) tree.end(i, 0, 10);
    const auto cost = [&] { return cost_of(TreeId{"t"}, tree.rows(), CostBy::agent); };
    CHECK_FALSE(cost().total_cost_usd.has_value());
    CHECK_FALSE(cost().input_tokens.has_value());
    CHECK_FALSE(cost().output_tokens.has_value());
    // The last has not run: nobody has anything to say.
    CHECK(cost().nodes_without_cost == 3);
    tree[1].cost_usd = 0;
    tree[1].input_tokens = 0;
    CHECK(cost().total_cost_usd == 0);
    CHECK(cost().input_tokens == 0);
    CHECK_FALSE(cost().output_tokens.has_value());
    CHECK(cost().nodes_without_cost == 2);
    tree[2].cost_usd = 0.5;
    const std::vector<CostLine> lines = cost().lines;
    CHECK_EQ(text_of(lines), "a 3 0.500000\nplan 1 unknown\n");
    CHECK(lines[0].nodes_without_cost == 0);
    CHECK(lines[1].nodes_without_cost == 1);
  }
}
