// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "costs/print_cost.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"

namespace rlmdb::cli {
namespace {

class CostCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "cost",
        "show where a tree's tokens and money went",
        "ID [options]",
        "By node, agent or model, dearest first, or by depth, root first, with the sum\n"
        "of the tree in the last line; below it what the tree will have cost in the end\n"
        "if what is left costs what nodes like it did, and the five dearest nodes.\n"
        "SUBTREE is what a node and all below it cost. Piped, each line is\n"
        "tab-separated, without header and sum: task, depth, agent or model, nodes,\n"
        "input tokens, output tokens, cost, prompt, cost with all below.",
        {"rlmdb cost tree-12345678", "rlmdb cost tree-12345678 --by agent",
         "rlmdb cost tree-12345678 --json | jq .data.projected_total_usd"},
        {{4, "there is no such database or tree; the hint names trees with work left"}},
        {"status", "tree"}};
    return k_text;
  }

  void setup(Options& options) override {
    options.words("ID", m_ids, 1, 1, "the tree");
    options.choice("--by",
                   {{"node", CostBy::node},
                    {"depth", CostBy::depth},
                    {"agent", CostBy::agent},
                    {"model", CostBy::model}},
                   m_by, "what a line is for; default {}");
  }

  [[nodiscard]] std::string calls_with_rows() const override { return "always"; }

  [[nodiscard]] Answers answers() const override {
    return {"What a tree cost.", {{"", "", shape_of([] { return json_cost({}, CostBy::node); })}}};
  }

  ExitCode run(Context& context) override {
    const Store& store = open_database(context, Access::read_only);
    const TreeCost cost = cost_of_tree(store, TreeId{m_ids.front()}, m_by);
    context.out.write(context.wants_json() ? json_success("cost", json_cost(cost, m_by))
                                           : text_cost(cost, m_by, context.terminal));
    return ExitCode::done;
  }

 private:
  std::vector<std::string> m_ids;
  CostBy m_by = CostBy::node;
};

}  // namespace

CommandPtr make_cost_command() {
  return std::make_unique<CostCommand>();
}

}  // namespace rlmdb::cli
