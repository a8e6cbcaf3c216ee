// SPDX-License-Identifier: MIT
#include "costs/print_tree_settings.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "format/json_writer.hpp"
#include "format/units_text.hpp"
#include "rlmdb/progress.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::string_view k_timeout = "timeout_ms";

Tint tint_of_standing(Standing standing) {
  if (standing == Standing::over) {
    return Tint::red;
  }
  return standing == Standing::at ? Tint::yellow : Tint::dim;
}

std::string over_time_lines(const LimitReport& report, const Terminal& terminal) {
  std::string lines;
  for (const OverTimeNode& node : report.over_time) {
    const std::string head = fmt::format("  - {}: {}, ", make_visible(node.id.text),
                                         human_duration(static_cast<double>(node.running_ms)));
    const std::size_t used = display_width(head);
    const std::size_t room = terminal.width > used ? terminal.width - used : 1;
    lines += head + cut_to_width(make_visible(node.prompt), room, ellipsis_of(terminal)) + "\n";
  }
  return lines.empty() ? lines : "\nRunning longer than the time-out:\n" + lines;
}

std::string own_timeout_lines(const LimitReport& report) {
  std::string lines;
  for (const OwnTimeout& node : report.own_timeouts) {
    const std::string running =
        node.running_ms.has_value()
            ? fmt::format(", running for {}", human_duration(static_cast<double>(*node.running_ms)))
            : "";
    lines += fmt::format("  - {}: {}{}\n", make_visible(node.id.text),
                         human_duration(static_cast<double>(node.timeout.count())), running);
  }
  return lines.empty() ? lines : "\nWith a time-out of their own:\n" + lines;
}

std::string piped_limits(const LimitReport& report, const Terminal& terminal) {
  return limit_rows().text(report.uses, terminal) +
         tab_separated_line({{"action"}, {std::string(to_text(report.limits.action))}}, terminal) +
         over_time_rows().text(report.over_time, terminal) +
         own_timeout_rows().text(report.own_timeouts, terminal);
}

/// What there is, what is gone and what is left.
std::string readable_budget(const TreeBudget& budget, const Terminal& terminal) {
  const auto line = [&](std::string_view label, const std::string& value, Tint tint) {
    return tinted(fmt::format("{:<8}", label), Tint::bold, terminal) + tinted(value, tint, terminal) + "\n";
  };
  const std::string spent = known_usd_text(budget.spent_usd, budget.nodes_without_cost);
  if (!budget.budget_usd.has_value()) {
    return line("budget", "none", Tint::dim) + line("spent", spent, Tint::none);
  }
  const Tint certain =
      budget.left_usd.has_value() && budget.nodes_without_cost == 0 ? Tint::green : Tint::yellow;
  std::string lines = line("budget", usd_text(*budget.budget_usd), Tint::none) +
                      line("spent", spent, Tint::none) +
                      line("left", left_usd_text(budget.left_usd, budget.nodes_without_cost),
                           budget.is_spent ? Tint::red : certain);
  return budget.is_spent ? lines + "Nothing of this tree is claimed.\n" : lines;
}

}  // namespace

std::string amount_text(const LimitUse& use, std::int64_t amount) {
  if (use.name == k_timeout) {
    return human_duration(static_cast<double>(amount));
  }
  return amount < 0 ? std::to_string(amount) : count_text(static_cast<std::uint64_t>(amount));
}

const Rows<OverTimeNode>& over_time_rows() {
  static const Rows<OverTimeNode> k_rows(
      {{"task_id", &OverTimeNode::id},
       {"started_at", &OverTimeNode::started_at},
       {"running_ms", &OverTimeNode::running_ms},
       {"agent", unless_empty(&OverTimeNode::agent)},
       {"prompt", &OverTimeNode::prompt},
       {"timeout_ms", [](const OverTimeNode& node) { return std::int64_t{node.timeout.count()}; }}},
      {{"kind", [](const OverTimeNode&) { return "over_time"; }}},
      {.screen = "kind task_id running_ms started_at agent prompt timeout_ms"});
  return k_rows;
}

const Rows<OwnTimeout>& own_timeout_rows() {
  static const Rows<OwnTimeout> k_rows(
      {{"task_id", &OwnTimeout::id},
       {"timeout_ms", [](const OwnTimeout& node) { return std::int64_t{node.timeout.count()}; }},
       {"running_ms", about("null where it does not run", &OwnTimeout::running_ms)}},
      {{"kind", [](const OwnTimeout&) { return "own_timeout"; }}},
      {.screen = "kind task_id timeout_ms running_ms"});
  return k_rows;
}

const Rows<LimitUse>& limit_rows() {
  static const Rows<LimitUse> k_rows(
      {{"name",
        word_of<k_tree_limits>(&LimitUse::name),
        {"LIMIT"},
        [](const LimitUse& use) { return TableCell{use.name == k_timeout ? "timeout" : use.name}; }},
       {"limit",
        &LimitUse::limit,
        {"VALUE", 1},
        [](const LimitUse& use) { return TableCell{amount_text(use, use.limit)}; }},
       {"default",
        about("not set for this tree", [](const LimitUse& use) { return use.source != LimitSource::tree; })},
       {"source",
        about("where it comes from: the schema's default, the project's file, a setting of the tree",
              &LimitUse::source),
        {"FROM", 1},
        [](const LimitUse& use) { return use.source == LimitSource::tree ? Tint::none : Tint::dim; }},
       {"most",
        about("what comes nearest to it", &LimitUse::most),
        {"MOST", 1},
        [](const LimitUse& use) { return TableCell{amount_text(use, use.most)}; }},
       {"standing",
        &LimitUse::standing,
        {"STANDING", 1},
        [](const LimitUse& use) { return tint_of_standing(use.standing); }},
       {"task_id",
        about("where most is; null for max_nodes and where there is nothing", &LimitUse::task_id),
        {"TASK", 1}}},
      {{"kind", [](const LimitUse&) { return "limit"; }}},
      {.screen = "name limit source most standing task_id",
       .lines = "kind name limit most standing task_id source",
       .gives_way = "source task_id"});
  return k_rows;
}

std::string text_limits(const LimitReport& report, const Terminal& terminal) {
  if (!terminal.is_terminal) {
    return piped_limits(report, terminal);
  }
  const bool refuses = report.limits.action == LimitAction::refuse;
  return limit_rows().text(report.uses, terminal) +
         (report.project.place.empty() ? "" : "The project's are those of " + report.project.place + ".\n") +
         (refuses ? "A new node beyond them is refused.\n"
                  : "A new node beyond them is added with a warning.\n") +
         over_time_lines(report, terminal) + own_timeout_lines(report);
}

std::string json_limits(const LimitReport& report) {
  return JsonObject()
      .add("tree_id", report.tree_id)
      .add("action", report.limits.action, "what becomes of a new node beyond them")
      .add_or_null("project_file", report.project.place,
                   "the project's rlm-task-tree.yaml, from its root; null where there is none")
      .add_array("limits", report.uses, limit_rows())
      .add_array("over_time", report.over_time, over_time_rows())
      .add_array("own_timeouts", report.own_timeouts, own_timeout_rows())
      .text();
}

const Rows<TreeBudget>& budget_rows() {
  static const Rows<TreeBudget> k_rows(
      {{"tree_id", &TreeBudget::tree_id},
       {"budget_usd", about("null without a budget", as_money(&TreeBudget::budget_usd))},
       {"spent_usd",
        about("null where nodes have run and of none it is known", as_money(&TreeBudget::spent_usd))},
       {"left_usd",
        about("null without a budget, or where what was spent is", as_money(&TreeBudget::left_usd))},
       {"is_spent", about("nothing of the tree is claimed", &TreeBudget::is_spent)},
       {"nodes_without_cost",
        about("they have run, and nobody said what they cost: spent is at least, left at most so much",
              &TreeBudget::nodes_without_cost)}},
      {}, {.screen = "tree_id budget_usd spent_usd left_usd"});
  return k_rows;
}

std::string text_budget(const TreeBudget& budget, const Terminal& terminal) {
  return terminal.is_terminal && terminal.columns.empty() ? readable_budget(budget, terminal)
                                                          : budget_rows().text(std::vector{budget}, terminal);
}

std::string json_budget(const TreeBudget& budget) {
  return budget_rows().object(budget);
}

}  // namespace rlmdb::cli
