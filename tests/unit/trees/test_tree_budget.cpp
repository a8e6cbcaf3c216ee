// SPDX-License-Identifier: MIT
// What a tree may cost: nothing of one that has spent its budget is claimed.
#include <doctest/doctest.h>

#include <limits>
#include <thread>

#include "rlmdb/progress.hpp"
#include "rlmdb/recover.hpp"
#include "rlmdb/tree_settings.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Texts = std::vector<std::string>;

NewTask node(const std::string& tree, const std::string& parent = {}, const std::string& priority = "0") {
  NewTask task;
  task.prompt = "work";
  task.priority = JsonText{priority};
  parent.empty() ? void(task.tree = TreeId{tree}) : void(task.parent = TaskId{parent});
  return task;
}

/// Writes what a node cost into its record.
void cost(TaskPlace& place, const std::string& id, const std::string& usd) {
  Json metadata = place.record(id).at("metadata");
  metadata["cost_tracking"] = {{"total_cost_usd", 0}};
  std::string json = metadata.dump();
  json.replace(json.find("\"total_cost_usd\":0"), 18, "\"total_cost_usd\":" + usd);
  place.set(id, "metadata", json);
}

std::string claimed(TaskPlace& place, const ClaimOptions& options = {}) {
  const auto claim = place.store().claim(options);
  return claim ? claim->id.text : "";
}

Texts codes(TaskPlace& place) {
  Texts codes;
  for (const Readiness& task : place.store().explain_ready())
    codes.push_back(task.task.id.text + " " + task.code);
  return codes;
}

}  // namespace

TEST_SUITE("trees::budget") {
  TEST_CASE("a tree is claimed until its cost reaches its budget") {
    TaskPlace place;
    const std::string root = place.add(node("tree-1"));
    const std::string first = place.add(node("", root));
    const std::string second = place.add(node("", root));
    (void)set_tree_budget(place.store(), TreeId{"tree-1"}, 0.3);
    CHECK(claimed(place) == first);
    cost(place, first, "0.29");
    CHECK_FALSE(budget_of_tree(place.store(), TreeId{"tree-1"}).is_spent);
    cost(place, first, "0.3");
    const TreeBudget budget = budget_of_tree(place.store(), TreeId{"tree-1"});
    CHECK(budget.is_spent);
    CHECK(budget.spent_usd == 0.3);
    CHECK(budget.left_usd == 0.0);
    CHECK(claimed(place).empty());
    CHECK(place.store().ready().empty());
    CHECK(codes(place) == Texts{root + " budget_spent", second + " budget_spent"});
    (void)set_tree_budget(place.store(), TreeId{"tree-1"}, 0.31);
    CHECK(codes(place) == Texts{second + " ready", root + " child"});
    CHECK(claimed(place) == second);
  }

  TEST_CASE("spent is the sum of cost, to the last digit") {
    TaskPlace place;
    const std::string root = place.add(node("tree-1"));
    for (const char* usd : {"0.1", "0.2", "0.3", "0.7", "0.05"}) cost(place, place.add(node("", root)), usd);
    const double total = cost_of_tree(place.store(), TreeId{"tree-1"}, CostBy::node).total_cost_usd.value();
    CHECK(budget_of_tree(place.store(), TreeId{"tree-1"}).spent_usd == total);
    CHECK(set_tree_budget(place.store(), TreeId{"tree-1"}, total).is_spent);
  }

  TEST_CASE("other trees and tasks are claimed past any number of trees that have spent theirs") {
    TaskPlace place;
    for (int tree = 0; tree < 5; ++tree) {
      const std::string id = "tree-" + std::to_string(tree);
      (void)place.add(node(id, "", "9"));
      (void)set_tree_budget(place.store(), TreeId{id}, 0);
    }
    const std::string plain = place.add("plain");
    const std::string other = place.add(node("tree-9", "", "1"));
    CHECK(claimed(place) == other);
    CHECK(claimed(place) == plain);
    CHECK(claimed(place).empty());
    ClaimOptions only;
    only.tree = TreeId{"tree-3"};
    CHECK(claimed(place, only).empty());
    (void)set_tree_budget(place.store(), TreeId{"tree-3"}, std::nullopt);
    CHECK(claimed(place) == "task-0003");
  }

  TEST_CASE("the claim's own first change counts") {
    TaskPlace place;
    const std::string root = place.add(node("tree-1"));
    (void)place.add(node("", root));
    (void)set_tree_budget(place.store(), TreeId{"tree-1"}, 1);
    ClaimOptions options;
    options.first = {
        {TaskId{root},
         SetMembers{
             {{"metadata", JsonText{R"({"tree_id":"tree-1","node_id":"task-0000000a",)"
                                    R"("parent_id":null,"depth":0,"cost_tracking":{"total_cost_usd":2}})"}}}},
         {}}};
    CHECK(claimed(place, options).empty());
  }

  TEST_CASE("a waiting claim wakes up when the budget is raised") {
    TaskPlace place;
    const std::string root = place.add(node("tree-1"));
    (void)set_tree_budget(place.store(), TreeId{"tree-1"}, 0);
    std::thread raiser([&] {
      Store other = Store::open(place.database(), Access::read_write, TaskPlace::options());
      (void)set_tree_budget(other, TreeId{"tree-1"}, 1);
    });
    ClaimOptions options;
    options.wait = std::chrono::seconds(30);
    CHECK(claimed(place, options) == root);
    raiser.join();
  }

  TEST_CASE("what is no amount, and an unknown tree, are refused") {
    TaskPlace place;
    (void)place.add(node("tree-1"));
    const auto refusal = [&](const char* tree, double usd) {
      return error_of([&] { (void)set_tree_budget(place.store(), TreeId{tree}, usd); })->code();
    };
    CHECK(refusal("tree-1", -0.01) == ErrorCode::usage);
    CHECK(refusal("tree-1", std::numeric_limits<double>::quiet_NaN()) == ErrorCode::usage);
    CHECK(refusal("tree-1", std::numeric_limits<double>::infinity()) == ErrorCode::usage);
    CHECK(refusal("tree-2", 1) == ErrorCode::not_found);
    CHECK(place.rows("SELECT count(*) FROM tree_settings") == Texts{"0"});
  }

  TEST_CASE("a budget and limits do not take each other's place") {
    TaskPlace place;
    (void)place.add(node("tree-1"));
    LimitChange change;
    change.max_nodes = 7;
    (void)set_tree_limits(place.store(), TreeId{"tree-1"}, change);
    (void)set_tree_budget(place.store(), TreeId{"tree-1"}, 2.5);
    CHECK(place.rows("SELECT limit_max_nodes, budget_usd FROM tree_settings") == Texts{"7|2.5"});
    (void)set_tree_budget(place.store(), TreeId{"tree-1"}, std::nullopt);
    CHECK(place.rows("SELECT limit_max_nodes, budget_usd FROM tree_settings") == Texts{"7|NULL"});
  }

  TEST_CASE(
      "recover queues the nodes of a tree whose budget is spent, and says once that nobody claims them") {
    TaskPlace place;
    const std::string root = place.add(node("tree-1"));
    const std::string child = place.add(node("", root));
    (void)place.add(node("tree-2"));
    (void)place.change(child, FailTask{"no"});
    cost(place, child, "1.5");
    (void)set_tree_budget(place.store(), TreeId{"tree-1"}, 1.25);
    const RecoveryReport report = recover(place.store(), std::nullopt);
    CHECK(report.changed == 1);
    REQUIRE(report.trees.size() == 2);
    CHECK(report.trees[0].tree_id.text == "tree-1");
    REQUIRE(report.trees[0].spent_budget.has_value());
    CHECK(report.trees[0].spent_budget->code == "budget_spent");
    CHECK_FALSE(report.trees[0].spent_budget->task_id.has_value());
    CHECK(report.trees[0].spent_budget->message ==
          "the tree has spent $1.5000 of its budget of $1.2500, so claim takes nothing of it; "
          "`rlmdb budget tree-1 --set USD` raises it");
    CHECK(report.trees[0].findings.empty());
    CHECK_FALSE(report.trees[1].spent_budget.has_value());
    CHECK(place.state(child) == "queued");
    CHECK(claimed(place) == "task-0002");
    CHECK(recover(place.store(), TreeId{"tree-1"}, RecoverRun::dry_run).trees[0].spent_budget.has_value());
    (void)set_tree_budget(place.store(), TreeId{"tree-1"}, 1.6);
    CHECK_FALSE(recover(place.store(), TreeId{"tree-1"}).trees[0].spent_budget.has_value());
  }

  TEST_CASE("a finished tree has nothing to claim, whatever is left of its budget") {
    TaskPlace place;
    const std::string root = place.add(node("tree-1"));
    (void)set_tree_budget(place.store(), TreeId{"tree-1"}, 0);
    (void)place.change(root, CancelTask{});
    CHECK_FALSE(recover(place.store(), TreeId{"tree-1"}).trees[0].spent_budget.has_value());
  }
}
