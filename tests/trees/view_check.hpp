// SPDX-License-Identifier: MIT
/// The views that people query, held against what the library answers.
#pragma once

#include <doctest/doctest.h>

#include <map>
#include <set>

#include "database_fixture.hpp"
#include "tree_place.hpp"

namespace rlmdb::test {

/// How many trees and nodes were compared, and the trees that were left out with the reason.
struct ViewTally {
  std::size_t trees = 0;
  std::size_t nodes = 0;
  std::map<std::string, std::string> left_out;
};

class ViewCheck {
 public:
  explicit ViewCheck(const TreePlace& place)
      : m_place(place), m_views(db::Connection::open(reading(place.database()))), m_store(place.reader()) {}

  ViewTally run() {
    const RecoveryReport unfinished = m_place.recover("", RecoverRun::dry_run);
    check_incomplete_trees(unfinished);
    for (const std::string& tree : m_place.tree_ids()) {
      CAPTURE(tree);
      ++m_tally.trees;
      check_progress(progress_of_tree(m_store, TreeId{tree}));
      check_cost(cost_of_tree(m_store, TreeId{tree}, CostBy::node));
      check_paths(load_tree(m_store, TreeId{tree}));
    }
    for (const TreePlan& plan : unfinished.trees) check_plan(plan);
    std::size_t planned = 0;
    for (const TreePlan& plan : unfinished.trees) planned += plan.nodes.size();
    CHECK(number(m_views, "SELECT count(*) FROM recovery_plan") == static_cast<std::int64_t>(planned));
    CHECK(number(m_views, "SELECT count(*) FROM tree_progress") == static_cast<std::int64_t>(m_tally.trees));
    CHECK(number(m_views, "SELECT count(*) FROM tree_cost") == static_cast<std::int64_t>(m_tally.trees));
    return m_tally;
  }

 private:
  /// Calls `use` with the rows of `sql`, whose ?1 is the tree.
  template <class Use>
  void each(const std::string& sql, const std::string& tree, Use&& use) {
    db::Statement statement(m_views, sql);
    statement.bind_text(1, tree);
    db::for_each_row(statement, use);
  }

  static std::string text(const db::Statement& row, int column) {
    return std::string(row.column_text(column));
  }

  void check_progress(const TreeProgress& expected) {
    std::size_t rows = 0;
    each(
        "SELECT total, completed, failed, running, queued, cancelled, remaining_tasks, percentage, "
        "avg_duration_ms, eta_ms FROM tree_progress WHERE tree_id = ?1",
        expected.tree_id.text, [&](const db::Statement& row) {
          ++rows;
          CHECK(row.column_int64(0) == expected.total);
          CHECK(row.column_int64(1) == expected.completed);
          CHECK(row.column_int64(2) == expected.failed);
          CHECK(row.column_int64(3) == expected.running);
          CHECK(row.column_int64(4) == expected.queued);
          CHECK(row.column_int64(5) == expected.cancelled);
          CHECK(row.column_int64(6) == expected.remaining_tasks);
          CHECK((row.column_optional_double(7) == expected.percentage));
          CHECK((row.column_optional_double(8) == expected.avg_duration_ms));
          if (expected.stuck == 0) CHECK((row.column_optional_double(9) == expected.eta_ms));
        });
    CHECK(rows == 1);
  }

  void check_cost(const TreeCost& expected) {
    each(
        "SELECT nodes, input_tokens, output_tokens, total_cost_usd, nodes_without_cost FROM tree_cost "
        "WHERE tree_id = ?1",
        expected.tree_id.text, [&](const db::Statement& row) {
          CHECK(row.column_int64(0) == static_cast<std::int64_t>(expected.lines.size()));
          CHECK((row.column_optional_int64(1) == expected.input_tokens));
          CHECK((row.column_optional_int64(2) == expected.output_tokens));
          CHECK((row.column_optional_double(3) == expected.total_cost_usd));
          CHECK(row.column_int64(4) == expected.nodes_without_cost);
        });
  }

  /// The view names what a root reaches; a cycle is reached by none.
  void check_paths(const Tree& tree) {
    const std::string off_roots = left_out_for(tree.findings);
    std::map<std::string, std::string> paths;
    for (const TreeNode& node : tree.nodes) {
      const auto parent = paths.find(id_text(node.parent_id));
      paths[id_text(node.task_id)] =
          std::to_string(node.depth) + " " +
          (parent == paths.end() ? "" : parent->second.substr(parent->second.find(' ') + 1) + "/") +
          id_text(node.task_id);
    }
    std::size_t rows = 0;
    each("SELECT legacy_id, depth || ' ' || path FROM node_paths WHERE tree_id = ?1", tree.id.text,
         [&](const db::Statement& row) {
           ++rows;
           CHECK(text(row, 1) == paths[text(row, 0)]);
         });
    if (off_roots.empty()) CHECK(rows == tree.nodes.size());
    if (!off_roots.empty()) CHECK(rows < tree.nodes.size());
    m_tally.nodes += rows;
  }

  void check_incomplete_trees(const RecoveryReport& unfinished) {
    std::map<std::string, std::string> expected;
    for (const TreePlan& plan : unfinished.trees) {
      expected[plan.tree_id.text] = std::to_string(plan.total) + " " + std::to_string(plan.done) + " " +
                                    std::to_string(plan.total - plan.done - plan.cancelled);
    }
    std::map<std::string, std::string> found;
    db::Statement statement(m_views,
                            "SELECT tree_id, total || ' ' || done || ' ' || pending FROM incomplete_trees");
    db::for_each_row(statement, [&](const db::Statement& row) { found[text(row, 0)] = text(row, 1); });
    CHECK((found == expected));
  }

  void check_plan(const TreePlan& plan) {
    const std::string tree = plan.tree_id.text;
    CAPTURE(tree);
    const std::string reason = left_out_for(plan.findings);
    if (!reason.empty()) {
      m_tally.left_out[tree] = reason;
      return;
    }
    std::map<std::string, const NodePlan*> nodes;
    for (const NodePlan& node : plan.nodes) nodes[id_text(node.task_id)] = &node;
    each(
        "SELECT legacy_id, decision, coalesce(blocked_by, ''), coalesce(checkpoint_id, ''), "
        "coalesce(node_id, '') FROM recovery_plan WHERE tree_id = ?1",
        tree, [&](const db::Statement& row) { check_node(row, nodes.at(text(row, 0))); });
  }

  static void check_node(const db::Statement& row, const NodePlan* node) {
    const std::string id = id_text(node->task_id);
    CAPTURE(id);
    const Decision decision = node->decision == Decision::refuse ? Decision::resume : node->decision;
    CHECK(text(row, 1) == std::string(to_text(decision)));
    CHECK(text(row, 2) == (node->blocked_by.empty() ? "" : node->blocked_by.front().text));
    CHECK(text(row, 3) == node->checkpoint_id);
    CHECK(text(row, 4) == node->node_id);
  }

  /// The views do not cut cycles: which node comes first there they cannot say.
  static std::string left_out_for(const std::vector<TreeFinding>& findings) {
    for (const TreeFinding& finding : findings)
      if (finding.code == "cycle") return "cycle";
    return "";
  }

  const TreePlace& m_place;
  db::Connection m_views;
  Store m_store;
  ViewTally m_tally;
};

}  // namespace rlmdb::test
