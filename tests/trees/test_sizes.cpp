// SPDX-License-Identifier: MIT
// A very deep and a very wide tree: nothing recurses, nothing is quadratic.
#include <doctest/doctest.h>

#include "recovery/recovery_rules.hpp"
#include "tree_place.hpp"
#include "trees/progress.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

constexpr unsigned k_depth = 10'000;
constexpr unsigned k_children = 100'000;

std::string node_text(unsigned i, const std::string& parent, unsigned depth, const std::string& state) {
  const std::string id = std::to_string(i);
  return R"({"id": "n)" + id + R"(", "prompt": "p", "state": ")" + state +
         R"(", "createdAt": "2026-01-01T00:00:00.000Z", "startedAt": "2026-01-01T00:00:00.000Z", )" +
         R"("completedAt": "2026-01-01T00:00:03.000Z", "pid": null, "metadata": {"tree_id": "t", "parent_id": )" +
         parent + R"(, "depth": )" + std::to_string(depth) +
         R"(, "decomposition_strategy": "sequential", "cost_tracking": {"input_tokens": 2, "output_tokens": 1, )" +
         R"("total_cost_usd": 0.25}}})";
}

template <class Text>
std::string document(unsigned nodes, Text&& text) {
  std::string all = R"({"version": 1, "updatedAt": "2026-01-01T00:00:00.000Z", "tasks": [)";
  for (unsigned i = 0; i < nodes; ++i) all += (i == 0 ? "" : ",\n") + text(i);
  return all + "]}";
}

/// n0 above n1 above n2…, all running.
std::string chain() {
  return document(k_depth + 1, [](unsigned i) {
    return node_text(i, i == 0 ? "null" : "\"n" + std::to_string(i - 1) + "\"", i, "running");
  });
}

/// n0 above all others, the first half of which is completed.
std::string fan() {
  return document(k_children + 1, [](unsigned i) {
    if (i == 0) return node_text(i, "null", 0, "running");
    return node_text(i, "\"n0\"", 1, i <= k_children / 2 ? "completed" : "queued");
  });
}

std::vector<trees::NodeRow> rows_under(unsigned nodes, const std::string& strategy) {
  std::vector<trees::NodeRow> rows(nodes);
  for (unsigned i = 0; i < nodes; ++i) {
    rows[i].task_id = "n" + std::to_string(i);
    rows[i].state = TaskState::queued;
    rows[i].state_text = "queued";
    rows[i].strategy = strategy;
    rows[i].depth = i == 0 ? 0 : 1;
    if (i > 0) rows[i].parent_ref = "n0";
  }
  return rows;
}

}  // namespace

TEST_SUITE("trees::sizes") {
  TEST_CASE("a chain 10,000 deep") {
    const TreePlace place{std::string_view(chain())};
    const Store store = place.reader();
    const Tree tree = load_tree(store, TreeId{"t"});
    REQUIRE(tree.nodes.size() == k_depth + 1);
    CHECK(tree.nodes.back().depth == k_depth);
    CHECK(id_text(tree.nodes.back().parent_id) == "n9999");
    CHECK(tree.findings.empty());
    CHECK(progress_of_tree(store, TreeId{"t"}).running == k_depth + 1);
    const TreeCost cost = cost_of_tree(store, TreeId{"t"}, CostBy::depth);
    CHECK(cost.lines.size() == k_depth + 1);
    CHECK(cost.lines.back().key == "10000");
    CHECK(cost.total_cost_usd == 2500.25);
    const RecoveryReport report = place.recover("");
    CHECK(report.changed == k_depth + 1);
    const TreePlan& plan = report.trees.at(0);
    CHECK(joined(plan.nodes.at(0).blocked_by) == "n1");
    CHECK(plan.nodes.back().blocked_by.empty());
    CHECK(plan.merge_ready.empty());
    CHECK(place.recover("t").changed == 0);
  }

  TEST_CASE("a node with 100,000 children") {
    const TreePlace place{std::string_view(fan())};
    const Store store = place.reader();
    CHECK(load_tree(store, TreeId{"t"}).nodes.at(0).children == k_children);
    const TreeProgress progress = progress_of_tree(store, TreeId{"t"});
    CHECK(progress.total == k_children + 1);
    CHECK(progress.completed == k_children / 2);
    CHECK((progress.avg_duration_ms == 3'000.0));
    CHECK((progress.eta_ms == 3'000.0 * (k_children / 2 + 1)));
    const TreeCost cost = cost_of_tree(store, TreeId{"t"}, CostBy::node);
    CHECK(cost.lines.size() == k_children + 1);
    CHECK(cost.input_tokens == 2 * (k_children + 1));
    const RecoveryReport report = place.recover("");
    CHECK(report.changed == 1);
    const TreePlan& plan = report.trees.at(0);
    CHECK(plan.nodes.at(0).blocked_by.size() == k_children / 2);
    CHECK((plan.nodes.at(k_children / 2 + 1).decision == Decision::ready));
    CHECK(joined(plan.nodes.back().blocked_by) == "n50001");
  }

  TEST_CASE("100,000 nodes under every strategy") {
    for (const std::string strategy : {"parallel", "sequential", "conditional", "map-reduce"}) {
      CAPTURE(strategy);
      const TreePlan plan = recovery::plan_recovery(TreeId{"t"}, rows_under(k_children, strategy)).plan;
      CHECK(plan.nodes.at(0).blocked_by.size() == k_children - 1);
      CHECK(joined(plan.nodes.back().blocked_by) == (strategy == "parallel" ? "" : "n1"));
      const bool is_chained = strategy == "sequential" || strategy == "conditional";
      CHECK(joined(plan.nodes.at(2).blocked_by) == (is_chained ? "n1" : ""));
    }
  }

  TEST_CASE("100,000 roots, 50,000 rings, one ring of 100,000") {
    std::vector<trees::NodeRow> rows = rows_under(k_children, "parallel");
    for (trees::NodeRow& row : rows) row.parent_ref.reset();
    CHECK(recovery::plan_recovery(TreeId{"t"}, rows).plan.nodes.size() == k_children);
    for (unsigned i = 0; i < k_children; ++i) rows[i].parent_ref = rows[i ^ 1U].task_id;
    const TreePlan rings = recovery::plan_recovery(TreeId{"t"}, rows).plan;
    CHECK(rings.nodes.size() == k_children);
    CHECK(rings.findings.size() == k_children / 2 + 1);
    for (unsigned i = 0; i < k_children; ++i) rows[i].parent_ref = rows[(i + 1) % k_children].task_id;
    const TreePlan ring = recovery::plan_recovery(TreeId{"t"}, rows).plan;
    CHECK(ring.nodes.back().depth == k_children - 1);
    CHECK(ring.findings.size() == 2);
  }
}
