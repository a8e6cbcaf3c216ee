// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

#include "format/json_writer.hpp"
#include "terminal/panel.hpp"
#include "terminal/tree_branches.hpp"
#include "trees/node_label.hpp"
#include "trees/print_trees.hpp"

using namespace rlmdb::cli;

namespace {

constexpr Terminal k_plain{};
constexpr Terminal k_ascii{false, false, 80, false};

std::vector<std::string> branches_of(const std::vector<std::int64_t>& depths, const Terminal& terminal) {
  TreeBranches branches(depths, terminal);
  std::vector<std::string> lines;
  for (std::size_t index = 0; index < depths.size(); ++index) {
    lines.push_back(branches.next());
  }
  return lines;
}

}  // namespace

TEST_SUITE("cli::trees") {
  TEST_CASE("branches join siblings and end at the last one") {
    CHECK_EQ(branches_of({0, 1, 2, 2, 1, 2, 0, 1}, k_plain),
             std::vector<std::string>{"", "├─ ", "│  ├─ ", "│  └─ ", "└─ ", "   └─ ", "", "└─ "});
    CHECK_EQ(branches_of({0, 1, 2, 1}, k_ascii), std::vector<std::string>{"", "|- ", "|  `- ", "`- "});
  }

  TEST_CASE("a deep chain stays on the line and takes linear room") {
    std::vector<std::int64_t> depths(10'000);
    for (std::size_t index = 0; index < depths.size(); ++index) {
      depths[index] = static_cast<std::int64_t>(index);
    }
    const std::vector<std::string> lines = branches_of(depths, Terminal{true, false, 80});
    CHECK_EQ(lines[13].size(), 3 * 12 + std::string("└─ ").size());
    CHECK_EQ(lines[14], "[14] └─ ");
    CHECK_EQ(lines[9'999], "[9999] └─ ");
    CHECK_EQ(TreeBranches::sizes_below(depths).front(), 9'999);
  }

  TEST_CASE("what a drawing leaves out is counted") {
    CHECK_EQ(TreeBranches::sizes_below({0, 1, 2, 2, 1, 0, 1}), std::vector<std::size_t>{4, 2, 0, 0, 0, 1, 0});
    CHECK_EQ(TreeBranches::sizes_below({}), std::vector<std::size_t>{});
  }

  TEST_CASE("a cell of a bar is filled once it has begun, the last one only at the end") {
    CHECK_EQ(filled_cells(0, 20), 0);
    CHECK_EQ(filled_cells(0.1, 20), 1);
    CHECK_EQ(filled_cells(200.0 / 3, 20), 14);
    CHECK_EQ(filled_cells(50, 20), 10);
    CHECK_EQ(filled_cells(99.9, 20), 19);
    CHECK_EQ(filled_cells(100, 20), 20);
  }

  TEST_CASE("a panel grows with its longest line and closes on wide characters") {
    Panel panel(k_plain);
    panel.add_title("Tree: " + std::string(60, 'x'));
    panel.add_field("Running", "日本");
    CHECK_EQ(panel.take().substr(0, 3), "╭");
    CHECK_NE(panel.take().find("│ Running:         日本" + std::string(45, ' ') + " │"), std::string::npos);
  }

  TEST_CASE("JSON is written as a parser would write it") {
    const std::string json = JsonObject()
                                 .add("text", std::string("a\"\\\n\xff日"))
                                 .add("whole", 45000.0)
                                 .add("part", 200.0 / 3)
                                 .add("none", std::optional<double>())
                                 .add("huge", std::numeric_limits<double>::infinity())
                                 .add_or_null("empty", "")
                                 .add("count", std::int64_t{-1})
                                 .add("holds", true)
                                 .add("fails", std::optional(false))
                                 .add("json", rlmdb::JsonText{"[1.50]"})
                                 .add("no_json", rlmdb::JsonText{})
                                 .text();
    CHECK_EQ(
        json,
        R"({"text":"a\"\\\n�日","whole":45000,"part":66.66666666666667,"none":null,)"
        R"("huge":1e999,"empty":null,"count":-1,"holds":true,"fails":false,"json":[1.50],"no_json":null})");
  }

  TEST_CASE("a node without a state or a prompt, known only from a tree document, is still drawn") {
    rlmdb::Tree tree{{"tree-1"}, {}, {}};
    tree.nodes.resize(2);
    tree.nodes[0].node_id = "task-aaaaaaaa";
    tree.nodes[1].task_id = rlmdb::TaskId{"task-0001"};
    tree.nodes[1].depth = 1;
    tree.nodes[1].state = rlmdb::TaskState::completed;
    tree.nodes[1].state_text = "completed";
    tree.nodes[1].prompt = "p";
    CHECK_EQ(text_tree(tree, {}, k_ascii), "? task-aaaaaaaa [no state]\n`- + task-0001 [completed] p\n");
    CHECK_EQ(text_tree(tree, {0, Costs::shown}, k_ascii), "? task-aaaaaaaa [no state] - (+1 below)\n");
  }

  TEST_CASE("a leaf shows one cost, a node with children its own and that of all below it") {
    rlmdb::TreeNode node;
    CHECK_EQ(node_cost(node, "-"), "-");
    node.cost_usd = node.subtree_cost_usd = 0.028;
    CHECK_EQ(node_cost(node, "-"), "$0.0280");
    node.children = 1;
    node.subtree_cost_usd = 0.109;
    CHECK_EQ(node_cost(node, "-"), "$0.0280 of $0.1090");
    node.subtree_nodes_without_cost = 2;
    CHECK_EQ(node_cost(node, "-"), "$0.0280 of at least $0.1090");
    node.subtree_nodes_without_cost = 0;
    node.cost_usd.reset();
    CHECK_EQ(node_cost(node, "no cost"), "- of $0.1090");
    node.subtree_cost_usd.reset();
    CHECK_EQ(node_cost(node, "no cost"), "no cost");
  }

  TEST_CASE("a prompt gives way where a line has no room for four columns of it") {
    rlmdb::Tree tree{{"tree-1"}, {}, {}};
    tree.nodes.resize(1);
    tree.nodes[0].task_id = rlmdb::TaskId{"task-0001"};
    tree.nodes[0].state_text = "queued";
    tree.nodes[0].prompt = "prompt";
    CHECK_EQ(text_tree(tree, {}, Terminal{true, false, 25, true}), "? task-0001 [queued] pro…\n");
    CHECK_EQ(text_tree(tree, {}, Terminal{true, false, 24, true}), "? task-0001 [queued]\n");
  }
}
