// SPDX-License-Identifier: MIT
#include <optional>
#include <string>
#include <vector>

#include "costs/print_tree_settings.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "frame/option_values.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::cli {
namespace {

/// "2", "1.50"; Error usage for anything else.
double amount_of(const std::string& text) {
  const std::optional<double> amount = decimal_of(text);
  if (!amount.has_value() || *amount < 0 || text.starts_with('-')) {
    throw Error(ErrorCode::usage, "--set takes an amount of US dollars from 0, not '" + text + "'", {},
                "write it as 2 or 1.50; --clear takes a budget away");
  }
  return *amount;
}

class BudgetCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "budget",
        "show what a tree may cost and has cost, and set it",
        "[ID] [options]",
        "Budget, spent and left in US dollars; spent is the tree's total of rlmdb cost.\n"
        "Once it reaches the budget, claim takes nothing of this tree, and\n"
        "rlmdb ready --explain says budget_spent; nodes that run go on. A tree without a\n"
        "budget may cost what it will. Piped, one tab-separated line: tree, budget,\n"
        "spent, left.",
        {"rlmdb budget tree-12345678", "rlmdb budget tree-12345678 --set 2.50",
         "rlmdb budget tree-12345678 --clear"},
        {{0, "done, also where the budget is spent"},
         {4, "there is no such database or tree; the hint names trees with work left"}},
        {"cost", "claim", "ready", "limits"}};
    return k_text;
  }

  [[nodiscard]] Effect effect() const override { return Effect::changes; }

  void setup(Options& options) override {
    options.words("ID", m_ids, 0, 1, "the tree; default: the unfinished one");
    options.text("--set", m_amount, "USD", "what the tree may cost; 0: nothing more is claimed");
    options.toggle("--clear", m_clears, "take the budget away");
  }

  [[nodiscard]] std::string calls_with_rows() const override { return "always"; }

  [[nodiscard]] Answers answers() const override {
    return {"The budget of a tree in US dollars.", {{"", "", shape_of([] { return json_budget({}); })}}};
  }

  ExitCode run(Context& context) override {
    if (m_amount.has_value() && m_clears) {
      throw Error(ErrorCode::usage, "--set and --clear exclude each other", {}, "leave one of them out");
    }
    const TreeBudget budget = m_amount.has_value() || m_clears ? set(context) : show(context);
    context.out.write(context.wants_json() ? json_success("budget", json_budget(budget))
                                           : text_budget(budget, context.terminal));
    return ExitCode::done;
  }

 private:
  [[nodiscard]] TreeBudget show(const Context& context) const {
    const Store& store = open_database(context, Access::read_only);
    return budget_of_tree(store, tree_meant(store, m_ids));
  }

  [[nodiscard]] TreeBudget set(Context& context) const {
    const std::optional<double> amount =
        m_amount.has_value() ? std::optional(amount_of(*m_amount)) : std::nullopt;
    context.out.require_writable();
    Store& store = open_database(context, Access::read_write);
    TreeBudget budget = set_tree_budget(store, tree_meant(store, m_ids), amount);
    context.out.set_failure_hint("the budget itself is set");
    return budget;
  }

  std::vector<std::string> m_ids;
  std::optional<std::string> m_amount;
  bool m_clears = false;
};

}  // namespace

CommandPtr make_budget_command() {
  return std::make_unique<BudgetCommand>();
}

}  // namespace rlmdb::cli
