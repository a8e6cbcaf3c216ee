// SPDX-License-Identifier: MIT
// Trees of two nodes, each of which came to be what it is in another way and said a cost, said $0 or said none: whoever
// shows a sum says "at least" where a node in it ran and gave no cost, and that it is unknown where none gave any.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "costs/print_cost.hpp"
#include "costs/print_tree_settings.hpp"
#include "reports/print_report.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/history.hpp"
#include "rlmdb/report.hpp"
#include "rlmdb/subtree_cost.hpp"
#include "rlmdb/totals.hpp"
#include "rlmdb/tree_settings.hpp"
#include "tree_place.hpp"
#include "trees/node_label.hpp"
#include "trees/tree_columns.hpp"

namespace rlmdb::test::cost_sums {

namespace {

using Usd = std::optional<double>;

/// `lost_`: it came in as running, without a time at which it was started.
enum class History {
  never,
  cancelled_before,
  retried_before,
  running,
  completed,
  failed,
  retried,
  recovered,
  cancelled,
  lost_recovered,
  lost_cancelled
};
constexpr int k_histories = 11;
constexpr std::array<Usd, 3> k_costs{Usd(), Usd(0), Usd(1.5)};
constexpr int k_ways = k_histories * static_cast<int>(k_costs.size());
constexpr int k_trees = k_ways * k_ways;

struct Way {
  History history;
  Usd cost;

  [[nodiscard]] bool has_run() const {
    return history != History::never && history != History::cancelled_before &&
           history != History::retried_before;
  }
};

Way way(int number) {
  return {static_cast<History>(number % k_histories),
          k_costs.at(static_cast<std::size_t>(number / k_histories))};
}

/// Of node 0, the root, or 1, its child.
Way way_of(int tree, int node) {
  return way(node == 0 ? tree % k_ways : tree / k_ways);
}

std::string padded(int number) {
  const std::string text = std::to_string(number);
  return std::string(text.size() < 4 ? 4 - text.size() : 0, '0') + text;
}

TaskId id_of(int tree, int node) {
  return TaskId{"task-" + padded(2 * tree + node)};
}

TreeId tree_id(int tree) {
  return TreeId{"tree-" + padded(tree)};
}

std::string record(int tree, int node) {
  const History history = way_of(tree, node).history;
  const bool is_lost = history == History::lost_recovered || history == History::lost_cancelled;
  return R"({"id":")" + id_of(tree, node).text + R"(","prompt":"p","state":")" +
         (is_lost ? "running" : "queued") +
         R"(","createdAt":"2026-01-01T00:00:00.000Z","startedAt":null,"completedAt":null,"metadata":{"tree_id":")" +
         tree_id(tree).text + R"(","parent_id":)" + (node == 0 ? "null" : '"' + id_of(tree, 0).text + '"') +
         "}}";
}

std::string all_trees() {
  std::string text = R"({"version":1,"updatedAt":"2026-01-01T00:00:00.000Z","tasks":[)";
  for (int tree = 0; tree < k_trees; ++tree)
    text += (tree == 0 ? "" : ",") + record(tree, 0) + "," + record(tree, 1);
  return text + "]}";
}

/// One call for all nodes that came to be in one of these ways.
void change(Store& store, std::initializer_list<History> histories, const TaskAction& action) {
  std::vector<TaskChange> changes;
  for (int tree = 0; tree < k_trees; ++tree) {
    for (const int node : {0, 1}) {
      const History history = way_of(tree, node).history;
      if (std::find(histories.begin(), histories.end(), history) != histories.end())
        changes.push_back({id_of(tree, node), action, {.force = Force::yes}});
    }
  }
  (void)store.change(changes);
}

void say_costs(Store& store) {
  std::vector<TaskChange> changes;
  for (int tree = 0; tree < k_trees; ++tree) {
    for (const int node : {0, 1}) {
      const Usd cost = way_of(tree, node).cost;
      if (cost) changes.push_back({id_of(tree, node), AddCost{RunCost{.total_cost_usd = *cost}}});
    }
  }
  (void)store.change(changes);
}

/// Recovery comes first, for it would take what runs later too.
void live(const TreePlace& place) {
  using enum History;
  Store store = place.writer();
  change(store, {lost_cancelled}, CancelTask{});
  change(store, {recovered}, StartTask{});
  (void)recover(store, std::nullopt);
  change(store, {running, completed, failed, retried, cancelled}, StartTask{});
  change(store, {completed}, CompleteTask{});
  change(store, {failed, retried}, FailTask{.error = "broken"});
  change(store, {cancelled, cancelled_before, retried_before}, CancelTask{});
  change(store, {retried, retried_before}, RetryTask{});
  say_costs(store);
}

struct Sum {
  Usd usd;
  std::int64_t without_cost = 0;
  bool has_run = false;

  void add(const Way& way) {
    if (way.cost) usd = usd.value_or(0) + *way.cost;
    if (way.has_run() && !way.cost) ++without_cost;
    has_run = has_run || way.has_run();
  }
  /// As a screen shows it.
  [[nodiscard]] std::string text() const {
    if (!usd) return "unknown";
    return std::string(without_cost > 0 ? "at least " : "") + (*usd == 0     ? "$0.0000"
                                                               : *usd == 1.5 ? "$1.5000"
                                                                             : "$3.0000");
  }
  [[nodiscard]] std::string sql() const {
    return (usd ? std::to_string(*usd).substr(0, 3) : "NULL") + "|" + std::to_string(without_cost);
  }
  friend bool operator==(const Sum& a, const Sum& b) {
    return a.usd == b.usd && a.without_cost == b.without_cost;
  }
};

std::ostream& operator<<(std::ostream& out, const Sum& sum) {
  return out << sum.sql();
}

Sum sum_of(int tree) {
  Sum sum;
  for (const int node : {0, 1}) sum.add(way_of(tree, node));
  return sum;
}

Sum sum_of_child(int tree) {
  Sum sum;
  sum.add(way_of(tree, 1));
  return sum;
}

void check_drawn(const std::vector<TreeNode>& nodes, int tree) {
  REQUIRE(nodes.size() == 2);
  for (const TreeNode& node : nodes) {
    const Sum expected = node.depth == 0 ? sum_of(tree) : sum_of_child(tree);
    CHECK(Sum{node.subtree_cost_usd, node.subtree_nodes_without_cost} == expected);
    if (node.depth > 0) continue;
    const std::string cost = cli::node_cost(node, "none");
    if (expected.usd) {
      CHECK(cost.ends_with(" of " + expected.text()));
    } else {
      CHECK(cost == "none");
    }
  }
}

void check_costs(const Store& store, int tree) {
  const Sum all = sum_of(tree);
  for (const CostBy by : {CostBy::node, CostBy::depth, CostBy::agent, CostBy::model}) {
    const TreeCost cost = cost_of_tree(store, tree_id(tree), by);
    CHECK(Sum{cost.total_cost_usd, cost.nodes_without_cost} == all);
    for (const CostLine& line : cost.lines) {
      const bool is_child = line.key == id_of(tree, 1).text || (by == CostBy::depth && line.key == "1");
      Sum expected = is_child ? sum_of_child(tree) : all;
      if (by != CostBy::agent && by != CostBy::model && !is_child) {
        expected = Sum();
        expected.add(way_of(tree, 0));
      }
      CHECK(Sum{line.cost_usd, line.nodes_without_cost} == expected);
      if (by == CostBy::node)
        CHECK(Sum{line.subtree.value().cost_usd, line.subtree->nodes_without_cost} ==
              (is_child ? sum_of_child(tree) : all));
    }
    const std::string text = cli::text_cost(cost, by, {.is_terminal = true, .width = 200});
    CHECK(text.find(all.text()) != std::string::npos);
    CHECK((text.find("at least") != std::string::npos) == (all.usd && all.without_cost > 0));
  }
  for (const SubtreeCost& cost : subtree_costs_of_tree(store, tree_id(tree)))
    CHECK(Sum{cost.subtree_usd, cost.nodes_without_cost} ==
          (cost.task_id == id_of(tree, 0) ? all : sum_of_child(tree)));
  const TreeStatus status = status_of_tree(store, tree_id(tree));
  CHECK(Sum{status.total_cost_usd, status.nodes_without_cost} == all);
}

/// In Markdown a dollar is escaped.
std::string escaped(const std::string& text) {
  std::string markdown;
  for (const char byte : text) markdown += byte == '$' ? std::string("\\$") : std::string(1, byte);
  return markdown;
}

void check_report(const TreeReport& report, const Sum& all, const Usd& spent) {
  CHECK(Sum{report.cost.total_cost_usd, report.cost.nodes_without_cost} == all);
  CHECK(Sum{report.budget.spent_usd, report.budget.nodes_without_cost} == Sum{spent, all.without_cost});
  const std::string markdown = cli::markdown_report(report);
  const std::string budget =
      spent ? Sum{spent, all.without_cost}.text() + " spent, " : "spent and left unknown";
  CHECK(markdown.find("| Budget | " + escaped("$2.0000, " + budget)) != std::string::npos);
  CHECK(markdown.find("| Cost | " + escaped(all.text())) != std::string::npos);
}

/// Where nothing ran nothing was spent.
void check_budget(Store& store, int tree) {
  const Sum all = sum_of(tree);
  const Usd spent = all.usd || all.without_cost > 0 ? all.usd : Usd(0);
  const TreeBudget budget = set_tree_budget(store, tree_id(tree), 2);
  CHECK(Sum{budget.spent_usd, budget.nodes_without_cost} == Sum{spent, all.without_cost});
  CHECK(budget.left_usd == (spent ? Usd(2 - *spent) : Usd()));
  CHECK(budget.is_spent == (spent.value_or(0) >= 2));
  const bool is_certain = all.without_cost == 0;
  const std::string text = cli::text_budget(budget, {.is_terminal = true});
  const std::string left = *budget.budget_usd - spent.value_or(0) > 0
                               ? "$" + std::to_string(2 - spent.value_or(0)).substr(0, 6)
                               : "-$1.0000";
  const std::string shown = spent ? Sum{spent, all.without_cost}.text() : "unknown";
  CHECK(text == "budget  $2.0000\nspent   " + shown + "\nleft    " +
                    (!spent ? "unknown" : (is_certain ? "" : "at most ") + left) + "\n" +
                    (budget.is_spent ? "Nothing of this tree is claimed.\n" : ""));
  // A report also estimates the time, which takes long.
  if (tree % 5 == 0) check_report(report_of_tree(store, tree_id(tree)), all, spent);
  (void)set_tree_budget(store, tree_id(tree), std::nullopt);
}

void check_views(const TreePlace& place) {
  const std::vector<std::string> sums = place.rows(
      "SELECT coalesce(total_cost_usd, 'NULL'), nodes_without_cost FROM tree_cost ORDER BY tree_id");
  const std::vector<std::string> subtrees = place.rows(
      "SELECT coalesce(CAST(c.subtree_total_cost_usd AS REAL), 'NULL'), c.subtree_nodes_without_cost FROM "
      "node_costs c "
      "JOIN tasks t ON t.id = c.task_id ORDER BY t.legacy_id");
  REQUIRE(sums.size() == k_trees);
  REQUIRE(subtrees.size() == std::size_t{2} * k_trees);
  for (int tree = 0; tree < k_trees; ++tree) {
    CAPTURE(tree);
    const auto at = static_cast<std::size_t>(tree);
    CHECK(sums[at] == sum_of(tree).sql());
    CHECK(subtrees[2 * at] == sum_of(tree).sql());
    CHECK(subtrees[2 * at + 1] == sum_of_child(tree).sql());
  }
}

void check_all_trees(const Store& store) {
  Sum all;
  for (int tree = 0; tree < k_trees; ++tree)
    for (const int node : {0, 1}) all.add(way_of(tree, node));
  const TaskTotals totals = totals_of(store).in_trees;
  CHECK(Sum{totals.cost_usd, totals.without_cost} == all);
  std::size_t listed = 0;
  for (const TreeSummary& tree : list_trees(store)) {
    const Sum expected = sum_of(std::stoi(tree.progress.tree_id.text.substr(5)));
    CHECK(Sum{tree.total_cost_usd, tree.nodes_without_cost} == expected);
    const std::string line = cli::tree_rows().text(std::vector{tree}, {.is_terminal = true, .width = 200});
    CHECK(line.find(expected.text()) != std::string::npos);
    ++listed;
  }
  CHECK(listed == k_trees);
}

void check_everywhere(const TreePlace& place) {
  Store store = place.writer();
  const std::int64_t now = std::stoll(place.rows("SELECT max(seq) FROM events").front());
  for (int tree = 0; tree < k_trees; ++tree) {
    CAPTURE(tree % k_ways);
    CAPTURE(tree / k_ways);
    check_costs(store, tree);
    check_drawn(load_tree(store, tree_id(tree)).nodes, tree);
    check_drawn(tree_at(store, tree_id(tree), Moment{now}).nodes, tree);
    check_budget(store, tree);
  }
  check_all_trees(store);
  check_views(place);
}

}  // namespace

TEST_SUITE("trees::cost_sums") {
  TEST_CASE("a sum is whole, at least so much, or unknown, whoever shows it") {
    const TreePlace place{std::string_view(all_trees())};
    live(place);
    check_everywhere(place);
  }

  TEST_CASE("before a node ran, its tree was of no cost that nobody said") {
    const TreePlace place{std::string_view(
        R"({"version":1,"updatedAt":"2026-01-01T00:00:00.000Z","tasks":[)" + record(0, 0) + "]}")};
    Store store = place.writer();
    const TaskId id = id_of(0, 0);
    const std::int64_t before = store.change({id, CancelTask{}}).event_seq;
    (void)store.change({id, RetryTask{}});
    const std::int64_t started = store.change({id, StartTask{}}).event_seq;
    const auto without_cost_at = [&](std::int64_t seq) {
      return tree_at(store, tree_id(0), Moment{seq}).nodes.front().subtree_nodes_without_cost;
    };
    CHECK(without_cost_at(before) == 0);
    CHECK(without_cost_at(started - 1) == 0);
    CHECK(without_cost_at(started) == 1);
  }

  TEST_CASE("where events are cleaned up, an attempt that was lost tells of a run") {
    const TreePlace place{
        std::string_view(R"({"version":1,"updatedAt":"2026-01-01T00:00:00.000Z","tasks":[)" +
                         record(static_cast<int>(History::lost_recovered), 0) + "]}")};
    (void)place.recover("");
    CHECK(place.rows("SELECT has_run, attempts, coalesce(started_at, '') FROM task_times") ==
          std::vector<std::string>{"1|1|"});
    Store store = place.writer();
    (void)store.change({id_of(static_cast<int>(History::lost_recovered), 0), AddNote{.text = "later"}});
    place.edit("DELETE FROM event_changes; DELETE FROM events WHERE seq < (SELECT max(seq) FROM events)");
    CHECK(place.rows("SELECT has_run FROM task_times") == std::vector<std::string>{"1"});
  }
}

}  // namespace rlmdb::test::cost_sums
