// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "format/state_look.hpp"
#include "format/units_text.hpp"
#include "frame/help_text.hpp"
#include "terminal/local_time.hpp"
#include "terminal/tree_branches.hpp"
#include "terminal/visible_text.hpp"
#include "trees/node_label.hpp"
#include "trees/print_trees.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_longest_state = 16;
constexpr std::size_t k_longest_id = 40;
constexpr std::size_t k_gaps = 8;  // three, and the margin
constexpr std::size_t k_usual_decision = 6;

Tint tint_of_decision(Decision decision) {
  switch (decision) {
    case Decision::skip:
      return Tint::dim;
    case Decision::resume:
      return Tint::green;
    case Decision::retry:
      return Tint::yellow;
    case Decision::wait:
      return Tint::magenta;
    case Decision::ready:
      return Tint::blue;
    case Decision::refuse:
    case Decision::give_up:
      return Tint::red;
  }
  return Tint::none;
}

std::string name_of(const NodePlan& node) {
  return make_visible(id_of_node(node));
}

std::string state_of(const NodePlan& node, const Terminal& terminal) {
  return cut_to_width(make_visible(node.state.empty() ? "no state" : node.state), k_longest_state,
                      ellipsis_of(terminal));
}

std::string padding(std::string_view text, std::size_t width) {
  const std::size_t used = display_width(text);
  return std::string(used < width ? width - used : 0, ' ');
}

std::string head_line(const TreePlan& plan, const Terminal& terminal) {
  std::string line = tinted(tree_name(plan.tree_id), Tint::bold, terminal) +
                     fmt::format(": Recovery: {} done, {} pending", plan.done, plan.pending);
  if (plan.cancelled > 0) {
    line += fmt::format(", {} cancelled", plan.cancelled);
  }
  return line + "\n";
}

/// On a terminal broken at spaces into lines that begin below each other.
std::string sentence(const std::string& text, std::size_t column, const Terminal& terminal) {
  constexpr std::size_t k_least_width = 24;
  const std::string line = make_visible(terminal.is_terminal ? local_times_in(text) : text);
  const bool has_room = terminal.is_terminal && column + k_least_width <= terminal.width;
  return has_room ? wrapped(line, column, terminal.width) : line;
}

/// "give up"
std::string words_of(Decision decision) {
  std::string text(to_text(decision));
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

/// One line a node: id, state, decision, reason.
template <class Wanted>
std::string node_lines(const std::vector<NodePlan>& nodes, const Terminal& terminal, Wanted is_wanted) {
  std::size_t id_width = 0;
  std::size_t state_width = 0;
  std::size_t decision_width = k_usual_decision;
  for (const NodePlan& node : nodes) {
    if (is_wanted(node)) {
      decision_width = std::max(decision_width, words_of(node.decision).size());
      id_width = std::max(id_width, display_width(name_of(node)));
      state_width = std::max(state_width, display_width(state_of(node, terminal)));
    }
  }
  id_width = std::min(id_width, k_longest_id);
  std::string lines;
  for (const NodePlan& node : nodes) {
    if (!is_wanted(node)) {
      continue;
    }
    const std::string id = name_of(node);
    const std::string state = state_of(node, terminal);
    lines.append("  ").append(id).append(padding(id, id_width));
    lines.append("  ").append(tinted(state, cli::tint_of(state_named(node.state)), terminal));
    lines.append(padding(state, state_width)).append("  ");
    lines.append(tinted(fmt::format("{:<{}}", words_of(node.decision), decision_width),
                        tint_of_decision(node.decision), terminal));
    lines.append("  ")
        .append(sentence(node.reason, id_width + state_width + decision_width + k_gaps, terminal))
        .append("\n");
  }
  return lines;
}

/// "WAIT for task-0005, task-0006"
std::string verdict(const NodePlan& node) {
  std::string text = words_of(node.decision);
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char letter) { return letter == ' ' ? letter : static_cast<char>(letter - 'a' + 'A'); });
  if (node.decision == Decision::wait && !node.blocked_by.empty()) {
    text += " for " + make_visible(node.blocked_by.front().text);
    if (node.blocked_by.size() > 1) {
      text += fmt::format(" (+{})", node.blocked_by.size() - 1);
    }
  }
  return text;
}

struct PictureLine {
  std::string branch;
  std::string label;
  std::string state;
  std::string verdict;
  std::size_t width;  ///< of branch and label
  Tint state_tint;
  Tint verdict_tint;
};

/// "What are the specific… (task-0002)": the prompt gives way, the id stays.
std::string label_of(const NodePlan& node, std::size_t room, const Terminal& terminal) {
  constexpr std::size_t k_least_prompt = 12;
  constexpr std::size_t k_around_id = 3;
  const std::string id = name_of(node);
  const std::size_t taken = display_width(id) + k_around_id;
  const std::string prompt =
      cut_to_width(make_visible(node.prompt), room > taken + k_least_prompt ? room - taken : k_least_prompt,
                   ellipsis_of(terminal));
  return prompt.empty() ? id : fmt::format("{} ({})", prompt, id);
}

/// The seeds' picture of a recovery: tree, states, decisions, in columns.
std::string picture(const TreePlan& plan, const Terminal& terminal) {
  const std::string arrow = terminal.has_utf8 ? " ← " : " <- ";
  std::vector<std::int64_t> depths;
  std::size_t state_width = 0;
  std::size_t verdict_width = 0;
  for (const NodePlan& node : plan.nodes) {
    depths.push_back(node.depth);
    state_width = std::max(state_width, display_width(state_of(node, terminal)) + 2);
    verdict_width = std::max(verdict_width, display_width(verdict(node)));
  }
  constexpr std::size_t k_margins = 4;
  constexpr std::size_t k_usual_label = 60;
  const std::size_t taken = state_width + verdict_width + display_width(arrow) + k_margins;
  const std::size_t room =
      terminal.is_terminal && terminal.width > taken ? terminal.width - taken : k_usual_label;
  TreeBranches branches(depths, terminal);
  std::vector<PictureLine> lines;
  std::size_t label_width = 0;
  for (const NodePlan& node : plan.nodes) {
    PictureLine line{branches.next(),
                     "",
                     "[" + state_of(node, terminal) + "]",
                     verdict(node),
                     0,
                     cli::tint_of(state_named(node.state)),
                     tint_of_decision(node.decision)};
    const std::size_t indent = display_width(line.branch);
    line.label = label_of(node, room > indent ? room - indent : 0, terminal);
    line.width = indent + display_width(line.label);
    label_width = std::max(label_width, line.width);
    lines.push_back(std::move(line));
  }
  std::string text;
  for (const PictureLine& line : lines) {
    text.append("  ").append(tinted(line.branch, Tint::dim, terminal)).append(line.label);
    text.append(label_width - line.width + 2, ' ');
    text.append(tinted(line.state, line.state_tint, terminal)).append(padding(line.state, state_width));
    text.append(arrow).append(tinted(line.verdict, line.verdict_tint, terminal)).append("\n");
  }
  return text;
}

/// "budget_spent  the tree has spent …"
std::string budget_line(const TreePlan& plan, const Terminal& terminal) {
  if (!plan.spent_budget.has_value()) {
    return {};
  }
  const std::size_t column = plan.spent_budget->code.size() + 4;
  return "\n  " + tinted(plan.spent_budget->code, Tint::yellow, terminal) + "  " +
         sentence(plan.spent_budget->message, column, terminal) + "\n";
}

}  // namespace

std::string text_recovery(const TreePlan& plan, RecoveryLook look, const Terminal& terminal) {
  std::string text = head_line(plan, terminal);
  if (look == RecoveryLook::picture) {
    text += picture(plan, terminal);
    const std::string reasons = node_lines(plan.nodes, terminal, [](const NodePlan& node) {
      return node.decision == Decision::resume || node.decision == Decision::retry ||
             node.decision == Decision::refuse || node.decision == Decision::give_up;
    });
    text += reasons.empty() ? "" : "\n" + reasons;
  } else {
    text += node_lines(plan.nodes, terminal, [](const NodePlan&) { return true; });
  }
  return text + text_tree_findings(plan.findings, terminal) + budget_line(plan, terminal);
}

std::string text_recovery_outside(const std::vector<NodePlan>& tasks, const Terminal& terminal) {
  return tinted("Outside trees", Tint::bold, terminal) +
         ": Recovery: " + counted(tasks.size(), "running task", "running tasks") + "\n" +
         node_lines(tasks, terminal, [](const NodePlan&) { return true; });
}

std::size_t planned_nodes(const RecoveryReport& report, const std::function<bool(const NodePlan&)>& is_one) {
  const auto count_in = [&](const std::vector<NodePlan>& nodes) {
    return static_cast<std::size_t>(std::count_if(nodes.begin(), nodes.end(), is_one));
  };
  return std::accumulate(
      report.trees.begin(), report.trees.end(), count_in(report.tasks),
      [&](std::size_t count, const TreePlan& plan) { return count + count_in(plan.nodes); });
}

std::size_t tree_findings(const RecoveryReport& report) {
  return std::accumulate(
      report.trees.begin(), report.trees.end(), std::size_t{0},
      [](std::size_t count, const TreePlan& plan) { return count + plan.findings.size(); });
}

std::size_t spent_budgets(const RecoveryReport& report) {
  return static_cast<std::size_t>(
      std::count_if(report.trees.begin(), report.trees.end(),
                    [](const TreePlan& plan) { return plan.spent_budget.has_value(); }));
}

std::string text_recovery_outcome(const RecoveryReport& report, const Terminal& terminal) {
  const auto are = [&](Decision decision) {
    return planned_nodes(report, [&](const NodePlan& node) { return node.decision == decision; });
  };
  const std::size_t due = are(Decision::resume) + are(Decision::retry);
  std::string line = due == 0 ? "no node has to be queued again"
                     : report.applied
                         ? counted(due, "node", "nodes") + " queued again"
                         : "dry run: " + counted(due, "node", "nodes") + " would be queued again";
  line += report.changed == 0 ? "; nothing was changed" : "";
  if (const std::size_t refused = are(Decision::refuse); refused > 0) {
    line += "; " + tinted(counted(refused, "node", "nodes") + " refused", Tint::red, terminal);
  }
  if (const std::size_t given_up = are(Decision::give_up); given_up > 0) {
    line += "; " + tinted(counted(given_up, "node", "nodes") + " given up", Tint::red, terminal);
  }
  if (const std::size_t found = tree_findings(report); found > 0) {
    line += "; " + tinted(counted(found, "finding", "findings"), Tint::red, terminal);
  }
  if (const std::size_t spent = spent_budgets(report); spent > 0) {
    line += "; " + tinted("budget spent: " + counted(spent, "tree", "trees"), Tint::yellow, terminal);
  }
  return line + "\n";
}

}  // namespace rlmdb::cli
