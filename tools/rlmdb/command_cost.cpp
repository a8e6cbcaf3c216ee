// SPDX-License-Identifier: MIT
#include "command_cost.hpp"

#include <string>
#include <vector>

#include "context.hpp"
#include "locate_database.hpp"
#include "print_json.hpp"
#include "print_trees.hpp"

namespace rlmdb::cli {
namespace {

class CostCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "cost",
        "show where a tree's tokens and money went",
        "ID [options]",
        "By node, dearest first, or by depth, root first, with the sum of the tree in\n"
        "the last line. Piped, each line is tab-separated, without header and sum: task\n"
        "or depth, nodes, input tokens, output tokens, cost, prompt.",
        {"rlmdb cost tree-12345678", "rlmdb cost tree-12345678 --by depth"}};
    return k_text;
  }

  void setup(CLI::App& app) override {
    add_words(app, "ID", m_ids, 1, 1, "the tree");
    add_choice(
        app, "--by", {"node", "depth"},
        [this](std::size_t index) { m_by = index == 0 ? CostBy::node : CostBy::depth; },
        "what a line is for; default node");
  }

  ExitCode run(Context& context) override {
    const Store store = open_database(context, Access::read_only);
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
