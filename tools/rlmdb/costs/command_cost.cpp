// SPDX-License-Identifier: MIT
#include <optional>
#include <string>
#include <vector>

#include "costs/print_cost.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "rlmdb/totals.hpp"
#include "trees/print_totals.hpp"

namespace rlmdb::cli {
namespace {

class CostCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "cost",
        "show where a tree's tokens and money went",
        "[ID] [options]",
        "By node, agent or model, dearest first, or by depth, root first, with the sum\n"
        "of the tree in the last line; below it what the tree will have cost in the end\n"
        "if what is left costs what nodes like it did, and the five dearest nodes.\n"
        "SUBTREE is what a node and all below it cost. Piped, each line is\n"
        "tab-separated, without header and sum: task, depth, agent or model, nodes,\n"
        "input tokens, output tokens, cost, prompt, cost with all below. Without ID what\n"
        "each tree cost, newest first, what all did, and the tasks outside trees.",
        {"rlmdb cost", "rlmdb cost tree-12345678", "rlmdb cost tree-12345678 --by agent",
         "rlmdb cost tree-12345678 --json | jq .data.projected_total_usd"},
        {{4, "there is no such database or tree; the hint names trees with work left"}},
        {"status", "tree"}};
    return k_text;
  }

  void setup(Options& options) override {
    options.words("ID", m_ids, 0, 1, "the tree");
    static constexpr CostBy k_lines[] = {CostBy::node, CostBy::depth, CostBy::agent, CostBy::model};
    options
        .choice(
            "--by", {"node", "depth", "agent", "model"}, [this](std::size_t place) { m_by = k_lines[place]; },
            "what a line of a tree is for; default {}")
        .initially("node");
  }

  [[nodiscard]] std::string calls_with_rows() const override { return "always"; }

  [[nodiscard]] Answers answers() const override {
    return {"What trees cost.",
            {{"tree", "With ID.", shape_of([] { return json_cost({}, CostBy::node); })},
             {"trees", "Without ID: all trees, newest first.",
              shape_of([] { return json_costs_of_trees({}, {}); })}}};
  }

  ExitCode run(Context& context) override {
    const Store& store = open_database(context, Access::read_only);
    if (m_ids.empty()) {
      print_all(store, context);
      return ExitCode::done;
    }
    const CostBy by = m_by.value_or(CostBy::node);
    const TreeCost cost = cost_of_tree(store, TreeId{m_ids.front()}, by);
    context.out.write(context.wants_json() ? json_success("cost", json_cost(cost, by))
                                           : text_cost(cost, by, context.terminal));
    return ExitCode::done;
  }

 private:
  void print_all(const Store& store, Context& context) const {
    if (m_by.has_value()) {
      throw Error(ErrorCode::usage, "--by is for the lines of one tree", {},
                  "give its ID, or leave --by out");
    }
    const std::vector<TreeSummary> trees = list_trees(store);
    const StoreTotals totals = totals_of(store);
    if (context.wants_json()) {
      write_success(context.out, "cost", json_costs_of_trees(trees, totals));
      return;
    }
    const bool is_on_screen = context.terminal.is_terminal && context.terminal.columns.empty();
    context.out.write(tree_cost_rows().text(trees, context.terminal) +
                      (is_on_screen ? text_totals(totals, context.terminal) : std::string{}));
    context.out.flush();
    if (trees.empty()) context.talk("no trees\n");
    if (!is_on_screen) context.talk(text_totals(totals, context.error_terminal));
  }

  std::vector<std::string> m_ids;
  std::optional<CostBy> m_by;
};

}  // namespace

CommandPtr make_cost_command() {
  return std::make_unique<CostCommand>();
}

}  // namespace rlmdb::cli
