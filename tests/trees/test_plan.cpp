// SPDX-License-Identifier: MIT
// Random trees in any damage, planned by the planner and by the plain model of its rules.
#include <doctest/doctest.h>

#include <set>

#include "brute_force.hpp"
#include "random_tree.hpp"
#include "recovery/recovery_rules.hpp"
#include "tree_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

constexpr unsigned k_random_trees = 8'000;

std::string described(const PlannedTree& tree) {
  std::string text = "root " + tree.root + "\n";
  for (const Planned& node : tree.nodes) {
    text += node.task_id + " under " + node.parent_id + " at " + std::to_string(node.depth) + " " +
            std::string(to_text(node.decision)) + " from " + node.checkpoint_id + " after " +
            joined(node.blocked_by) + "\n";
  }
  return text + "merge " + joined(tree.merge_ready) + "\n" + joined(tree.findings) + "\n";
}

void check_counts(const TreePlan& plan, const std::vector<trees::NodeRow>& rows) {
  std::int64_t done = 0;
  std::int64_t pending = 0;
  std::int64_t cancelled = 0;
  for (const trees::NodeRow& row : rows) {
    done += row.state_text == "completed" ? 1 : 0;
    pending +=
        row.state_text == "queued" || row.state_text == "running" || row.state_text == "failed" ? 1 : 0;
    cancelled += row.state_text == "cancelled" ? 1 : 0;
  }
  CHECK(plan.total == static_cast<std::int64_t>(rows.size()));
  CHECK(plan.done == done);
  CHECK(plan.pending == pending);
  CHECK(plan.cancelled == cancelled);
}

void check_each_row_once(const recovery::RecoveryOrder& order, const std::vector<trees::NodeRow>& rows) {
  REQUIRE(order.rows.size() == rows.size());
  REQUIRE(order.plan.nodes.size() == rows.size());
  std::set<std::string> seen;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const NodePlan& node = order.plan.nodes[i];
    CHECK(seen.insert(id_text(node.task_id)).second);
    CHECK((!node.parent_id || seen.contains(node.parent_id->text)));
    CHECK(rows[order.rows[i]].task_id == id_text(node.task_id));
    CHECK(!node.reason.empty());
  }
}

}  // namespace

TEST_SUITE("trees::plan") {
  TEST_CASE("random trees are planned as the plain model plans them") {
    std::set<std::string> codes;
    std::set<Decision> decided;
    for (unsigned seed = 1; seed <= k_random_trees; ++seed) {
      const std::vector<trees::NodeRow> rows = RandomTree(seed).make("n");
      const recovery::RecoveryOrder order = recovery::plan_recovery(TreeId{"tree-1"}, rows);
      const PlannedTree expected = BruteForce(rows).plan();
      const PlannedTree actual = planned(order.plan);
      CAPTURE(seed);
      if (actual != expected) REQUIRE(described(actual) == described(expected));
      check_each_row_once(order, rows);
      check_counts(order.plan, rows);
      for (const TreeFinding& finding : order.plan.findings) codes.insert(finding.code);
      for (const NodePlan& node : order.plan.nodes) decided.insert(node.decision);
    }
    CHECK(decided.size() == 6);
    CHECK((codes == std::set<std::string>{"cycle", "duplicate_node_id", "no_root", "orphan",
                                          "parent_in_other_tree", "several_roots", "wrong_depth"}));
  }

  TEST_CASE("the tree as it is drawn has the plan's order and depths") {
    for (unsigned seed = 1; seed <= 500; ++seed) {
      CAPTURE(seed);
      const std::vector<trees::NodeRow> rows = RandomTree(seed).make("n");
      const trees::TreeShape shape = trees::build_tree(rows);
      const PlannedTree expected = BruteForce(rows).plan();
      REQUIRE(shape.order.size() == rows.size());
      for (std::size_t i = 0; i < rows.size(); ++i) {
        CHECK(rows[shape.order[i]].task_id == expected.nodes[i].task_id);
        CHECK(shape.depth[shape.order[i]] == expected.nodes[i].depth);
      }
    }
  }

  TEST_CASE("two rings and what hangs on them, by hand") {
    std::vector<trees::NodeRow> rows(6);
    const std::vector<std::pair<std::string, std::string>> links = {{"a", "e"}, {"b", "c"}, {"c", "b"},
                                                                    {"d", "c"}, {"e", "f"}, {"f", "e"}};
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows[i].task_id = links[i].first;
      rows[i].parent_ref = links[i].second;
      rows[i].state = TaskState::queued;
      rows[i].state_text = "queued";
    }
    const TreePlan plan = recovery::plan_recovery(TreeId{"t"}, rows).plan;
    CHECK(decisions(plan) ==
          "0 e wait after a f\n1 a ready\n1 f ready\n0 b wait after c\n1 c wait after d\n2 d ready\n");
    CHECK(joined(planned(plan).findings) == "b cycle e cycle e no_root");
    CHECK_FALSE(plan.root.has_value());
  }

  TEST_CASE("dependencies that can never be met are findings, a circle once") {
    std::vector<trees::NodeRow> rows(4);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows[i].task_id = std::string(1, static_cast<char>('a' + i));
      if (i > 0) rows[i].parent_ref = "a";
      rows[i].depth = i > 0 ? 1 : 0;
      rows[i].state = TaskState::queued;
      rows[i].state_text = "queued";
    }
    rows[1].unfinished_dependencies = {{3, "c"}};
    rows[2].unfinished_dependencies = {{2, "b"}};
    rows[1].dependency_circle = rows[2].dependency_circle = "b → c → b";
    rows[3].unfinished_dependencies = {{2, "b"}, {0, "x"}};
    const TreePlan plan = recovery::plan_recovery(TreeId{"t"}, rows).plan;
    CHECK(decisions(plan) ==
          "0 a wait after b c d\n1 b wait after c\n1 c wait after b\n1 d wait after b x\n");
    REQUIRE(plan.findings.size() == 2);
    CHECK(id_text(plan.findings[0].task_id) + " " + plan.findings[0].code + ": " + plan.findings[0].message ==
          "b dependency_cycle: each of these tasks depends on the next, none can run: b → c → b");
    CHECK(id_text(plan.findings[1].task_id) + " " + plan.findings[1].code + ": " + plan.findings[1].message ==
          "d dependency_unknown: depends on x, an id that no task has; it waits");
    rows[3].state = TaskState::completed;
    rows[3].state_text = "completed";
    CHECK(recovery::plan_recovery(TreeId{"t"}, rows).plan.findings.size() == 1);
  }
}
