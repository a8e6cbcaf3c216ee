// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <limits>

#include "rlmdb/subtree_cost.hpp"
#include "task_place.hpp"
#include "trees/cost.hpp"

using namespace rlmdb;
using rlmdb::trees::NodeRow;

namespace {

NodeRow node(const std::string& id, const std::string& parent, std::optional<double> cost_usd) {
  NodeRow row;
  row.task_id = id;
  if (!parent.empty()) row.parent_ref = parent;
  row.cost_usd = cost_usd;
  return row;
}

using Costs = std::vector<std::optional<double>>;

Costs costs_of(const std::vector<NodeRow>& rows) {
  Costs costs;
  for (const SubtreeSum& sum : trees::subtree_sums(rows, trees::build_tree(rows)))
    costs.push_back(sum.cost_usd);
  return costs;
}

}  // namespace

TEST_SUITE("trees::subtree_cost") {
  TEST_CASE("a node counts itself and all below it; one without a cost counts nothing") {
    CHECK(costs_of({node("a", "", 1), node("b", "a", std::nullopt), node("c", "b", 2), node("d", "b", 4),
                    node("e", "a", 8)}) == Costs{15, 6, 2, 4, 8});
    CHECK(costs_of({}).empty());
  }

  TEST_CASE("what nobody said is no number, and no part of a sum") {
    CHECK(costs_of({node("a", "", {}), node("b", "a", {}), node("c", "b", 0), node("d", "a", {})}) ==
          Costs{0, 0, 0, {}});
    const std::vector<NodeRow> rows{node("a", "", {})};
    CHECK(trees::subtree_sums(rows, trees::build_tree(rows)) == std::vector<SubtreeSum>{{1, {}, {}, {}}});
  }

  TEST_CASE("the sum does not depend on the order of the nodes") {
    CHECK(costs_of({node("a", "", 0), node("b", "a", 0.1), node("c", "a", 0.2), node("d", "a", 0.3)})[0] ==
          0.6);
    CHECK(costs_of({node("a", "", 0), node("b", "a", 0.3), node("c", "a", 0.2), node("d", "a", 0.1)})[0] ==
          0.6);
    CHECK(costs_of({node("a", "", 1e16), node("b", "a", 1), node("c", "a", -1e16)})[0] == 1);
  }

  TEST_CASE("orphans and cut cycles are each the root of what is below them") {
    CHECK(costs_of({node("a", "gone", 1), node("b", "a", 2), node("c", "d", 4), node("d", "c", 8)}) ==
          Costs{3, 2, 12, 8});
  }

  TEST_CASE("nodes and tokens are counted too; a sum of tokens stops at the largest number") {
    std::vector<NodeRow> rows{node("a", "", 1), node("b", "a", 2), node("c", "b", std::nullopt)};
    rows[0].input_tokens = 5;
    rows[1].input_tokens = -2;
    rows[2].input_tokens = 40;
    rows[1].output_tokens = std::numeric_limits<std::int64_t>::max();
    rows[2].output_tokens = 7;
    const auto sums = trees::subtree_sums(rows, trees::build_tree(rows));
    constexpr std::int64_t k_largest = std::numeric_limits<std::int64_t>::max();
    CHECK(sums == std::vector<SubtreeSum>{{3, 43, k_largest, 3}, {2, 38, k_largest, 2}, {1, 40, 7, {}}});
    rows[0].output_tokens = -8;
    CHECK(trees::subtree_sums(rows, trees::build_tree(rows))[0].output_tokens == k_largest - 1);
  }

  TEST_CASE("an infinite cost makes all above it infinite, and no sum is no number") {
    const double infinite = std::numeric_limits<double>::infinity();
    CHECK(costs_of({node("a", "", 1), node("b", "a", infinite), node("c", "a", 2)}) ==
          Costs{infinite, infinite, 2});
  }

  TEST_CASE("a chain of 200,000 nodes takes one pass and no stack") {
    std::vector<NodeRow> rows;
    for (int i = 0; i < 200'000; ++i)
      rows.push_back(node(std::to_string(i), i == 0 ? "" : std::to_string(i - 1), 0.25));
    const Costs costs = costs_of(rows);
    CHECK(costs.front() == 50'000);
    CHECK(costs.back() == 0.25);
  }

  TEST_CASE("what a record says of its subtree is neither used nor changed") {
    test::TaskPlace place;
    NewTask root;
    root.prompt = "root";
    root.tree = TreeId{"tree-1"};
    root.metadata = JsonText{R"({"cost_tracking":{"total_cost_usd":1,"subtree_total_cost_usd":99}})"};
    NewTask child;
    child.prompt = "child";
    child.parent = TaskId{place.add(root)};
    child.metadata = JsonText{R"({"cost_tracking":{"total_cost_usd":0.5}})"};
    (void)place.add(child);
    const auto costs = subtree_costs_of_tree(place.store(), TreeId{"tree-1"});
    REQUIRE(costs.size() == 2);
    CHECK(costs[0].subtree_usd == 1.5);
    CHECK(costs[0].own_usd == 1.0);
    CHECK(costs[1].task_id.text == "task-0001");
    CHECK(costs[1].subtree_usd == 0.5);
    CHECK(place.record("task-0000").at("metadata").at("cost_tracking").at("subtree_total_cost_usd") == 99);
  }
}
