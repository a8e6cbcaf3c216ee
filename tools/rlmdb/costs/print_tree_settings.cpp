// SPDX-License-Identifier: MIT
#include "costs/print_tree_settings.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "format/json_writer.hpp"
#include "format/units_text.hpp"
#include "rlmdb/progress.hpp"
#include "terminal/fitted_table.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::string_view k_timeout = "timeout_ms";

Tint tint_of(Standing standing) {
  if (standing == Standing::over) {
    return Tint::red;
  }
  return standing == Standing::at ? Tint::yellow : Tint::dim;
}

std::string limit_table(const LimitReport& report, const Terminal& terminal) {
  constexpr std::size_t k_set = 2;
  constexpr std::size_t k_task = 5;
  const std::vector<FittedColumn> columns{{{"LIMIT"}},
                                          {{"VALUE", Align::right, 1}},
                                          {{"SET", Align::left, 1}},
                                          {{"MOST", Align::right, 1}},
                                          {{"STANDING", Align::left, 1}},
                                          {{"TASK", Align::left, 1}}};
  std::vector<std::vector<TableCell>> rows;
  for (const LimitUse& use : report.uses) {
    const bool is_time = use.name == k_timeout;
    rows.push_back({{is_time ? "timeout" : use.name},
                    {amount_text(use, use.limit)},
                    {use.is_default ? "default" : "here", use.is_default ? Tint::dim : Tint::none},
                    {amount_text(use, use.most)},
                    {std::string(to_text(use.standing)), tint_of(use.standing)},
                    {use.task_id}});
  }
  return fitted_table(columns, rows, {k_set, k_task}, terminal);
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

std::string piped_limits(const LimitReport& report, const Terminal& terminal) {
  std::string lines;
  for (const LimitUse& use : report.uses) {
    lines += tab_separated_line({{"limit"},
                                 {use.name},
                                 {std::to_string(use.limit)},
                                 {std::to_string(use.most)},
                                 {std::string(to_text(use.standing)), tint_of(use.standing)},
                                 {use.task_id}},
                                terminal);
  }
  lines += tab_separated_line({{"action"}, {std::string(to_text(report.limits.action))}}, terminal);
  for (const OverTimeNode& node : report.over_time) {
    lines += tab_separated_line({{"over_time"},
                                 {node.id.text},
                                 {std::to_string(node.running_ms)},
                                 {node.started_at},
                                 {node.agent},
                                 {node.prompt}},
                                terminal);
  }
  return lines;
}

void append_over_time(std::string& json, const OverTimeNode& node) {
  JsonObject(json)
      .add("task_id", std::string_view(node.id.text))
      .add("started_at", std::string_view(node.started_at))
      .add("running_ms", node.running_ms)
      .add_or_null("agent", node.agent)
      .add("prompt", std::string_view(node.prompt))
      .close();
}

std::string usd_field(const std::optional<double>& usd) {
  return usd.has_value() ? fmt::format("{}", *usd) : std::string{};
}

/// What there is, what is gone and what is left.
std::string readable_budget(const TreeBudget& budget, const Terminal& terminal) {
  const auto line = [&](std::string_view label, const std::string& value, Tint tint) {
    return tinted(fmt::format("{:<8}", label), Tint::bold, terminal) + tinted(value, tint, terminal) + "\n";
  };
  if (!budget.budget_usd.has_value()) {
    return line("budget", "none", Tint::dim) + line("spent", usd_text(budget.spent_usd), Tint::none);
  }
  std::string lines = line("budget", usd_text(*budget.budget_usd), Tint::none) +
                      line("spent", usd_text(budget.spent_usd), Tint::none) +
                      line("left", usd_text(*budget.left_usd), budget.is_spent ? Tint::red : Tint::green);
  return budget.is_spent ? lines + "Nothing of this tree is claimed.\n" : lines;
}

}  // namespace

std::string usd_text(double usd) {
  return usd < 0 ? fmt::format("-${:.4f}", -usd) : fmt::format("${:.4f}", usd);
}

std::string_view to_text(Standing standing) {
  switch (standing) {
    case Standing::below:
      return "below";
    case Standing::at:
      return "at";
    case Standing::over:
      return "over";
  }
  return "";
}

std::string amount_text(const LimitUse& use, std::int64_t amount) {
  if (use.name == k_timeout) {
    return human_duration(static_cast<double>(amount));
  }
  return amount < 0 ? std::to_string(amount) : count_text(static_cast<std::uint64_t>(amount));
}

std::string_view to_text(LimitAction action) {
  return action == LimitAction::refuse ? "refuse" : "warn";
}

void append_limit(std::string& json, const LimitUse& use) {
  JsonObject(json)
      .add("name", std::string_view(use.name))
      .add("limit", use.limit)
      .add("default", use.is_default)
      .add("most", use.most)
      .add("standing", to_text(use.standing))
      .add_or_null("task_id", use.task_id)
      .close();
}

std::string text_limits(const LimitReport& report, const Terminal& terminal) {
  if (!terminal.is_terminal) {
    return piped_limits(report, terminal);
  }
  const bool refuses = report.limits.action == LimitAction::refuse;
  return limit_table(report, terminal) +
         (refuses ? "A new node beyond them is refused.\n"
                  : "A new node beyond them is added with a warning.\n") +
         over_time_lines(report, terminal);
}

std::string json_limits(const LimitReport& report) {
  std::string json;
  JsonObject(json)
      .add("tree_id", std::string_view(report.tree_id.text))
      .add("action", to_text(report.limits.action))
      .add_array("limits", report.uses, append_limit)
      .add_array("over_time", report.over_time, append_over_time)
      .close();
  return json;
}

std::string text_budget(const TreeBudget& budget, const Terminal& terminal) {
  if (terminal.is_terminal) {
    return readable_budget(budget, terminal);
  }
  return tab_separated_line({{budget.tree_id.text},
                             {usd_field(budget.budget_usd)},
                             {usd_field(budget.spent_usd)},
                             {usd_field(budget.left_usd)}},
                            terminal);
}

std::string json_budget(const TreeBudget& budget) {
  std::string json;
  JsonObject(json)
      .add("tree_id", std::string_view(budget.tree_id.text))
      .add("budget_usd", budget.budget_usd)
      .add("spent_usd", budget.spent_usd)
      .add("left_usd", budget.left_usd)
      .add("is_spent", budget.is_spent)
      .close();
  return json;
}

}  // namespace rlmdb::cli
