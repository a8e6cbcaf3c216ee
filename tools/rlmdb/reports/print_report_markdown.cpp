// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "format/markdown_text.hpp"
#include "format/state_look.hpp"
#include "format/units_text.hpp"
#include "reports/print_report.hpp"
#include "reports/report_words.hpp"
#include "terminal/visible_text.hpp"
#include "trees/node_label.hpp"
#include "trees/print_pictures.hpp"

namespace rlmdb::cli {
namespace {

constexpr Terminal k_any_text{};

std::string symbol_and_name(const TreeNode& node) {
  return std::string(symbol_of(word_of_node(node), k_any_text)) + " " + markdown_name(node_name(node));
}

std::string prompt_of(const TreeNode& node) {
  return markdown_text(one_line(node.prompt, k_prompt_columns));
}

std::string note(const std::string& text) {
  return text.empty() ? std::string{} : "\n*" + markdown_text(text) + "*\n";
}

std::string head_of(const TreeReport& report) {
  std::string text = "# Tree " + markdown_name(tree_name(report.tree.id)) + "\n";
  const std::string prompt = root_prompt_of(report);
  text += prompt.empty() ? "" : "\n> " + markdown_line(prompt) + "\n";
  text += "\n**" + markdown_text(headline_of(report)) + "**\n\n| | |\n|---|---|\n";
  for (const auto& [name, value] : facts_of(report)) {
    text += fmt::format("| {} | {} |\n", name, markdown_text(value));
  }
  return text;
}

std::string findings_of(const std::vector<TreeFinding>& findings) {
  if (findings.empty()) {
    return {};
  }
  std::string text = fmt::format("\n## What is wrong with the tree ({})\n\n", count_text(findings.size()));
  const std::size_t listed = std::min(findings.size(), k_most_report_findings);
  for (std::size_t index = 0; index < listed; ++index) {
    const TreeFinding& finding = findings[index];
    text +=
        fmt::format("- {} {}: {}\n", markdown_name(one_line(id_text(finding.task_id), k_prompt_columns)),
                    markdown_name(finding.code), markdown_text(one_line(finding.message, k_prompt_columns)));
  }
  return text + note(more_text(findings.size(), listed, "findings"));
}

std::string failures_of(const TreeReport& report) {
  if (report.failure_count == 0) {
    return {};
  }
  std::string text = fmt::format("\n## Failed ({})\n", count_text(report.failure_count));
  std::size_t number = 0;
  for (const NodeFailure& failure : report.failures) {
    const TreeNode& node = report.tree.nodes[failure.node];
    // The text of an item begins where its number's does.
    const std::string mark = std::to_string(++number) + ". ";
    const std::string indent(mark.size(), ' ');
    text += fmt::format("\n{}{} {}\n", mark, symbol_and_name(node), prompt_of(node));
    const std::string story = node_story(report, failure.node);
    text += story.empty() ? "" : "\n" + indent + markdown_line(story) + "\n";
    const Excerpt error = excerpt_of(failure.error, k_most_error_bytes);
    text += error.text.empty() ? "\n" + indent + "No error is recorded.\n"
                               : "\n" + markdown_block(error.text, indent);
    text += error.left_out_bytes == 0 ? "" : "\n" + indent + markdown_text(excerpt_note(error, node)) + "\n";
    text += "\n" + indent + "Next: " + markdown_text(one_line(failure.next, k_prompt_columns));
    text += failure.attempts == 0
                ? ""
                : fmt::format(" (started again {} so far)",
                              counted(static_cast<std::uint64_t>(failure.attempts), "time", "times"));
    text += "\n";
  }
  return text + note(more_text(report.failure_count, report.failures.size(), "failures"));
}

std::string open_of(const TreeReport& report) {
  if (report.open_count == 0) {
    return {};
  }
  std::string text = fmt::format(
      "\n## Not finished ({})\n\n| Node | State | What it waits for | Prompt |\n|---|---|---|---|\n",
      count_text(report.open_count));
  for (const OpenNode& open : report.open_nodes) {
    const TreeNode& node = report.tree.nodes[open.node];
    text += fmt::format("| {} | {} | {} | {} |\n", symbol_and_name(node), markdown_text(node_state(node)),
                        markdown_text(one_line(open.reason, k_prompt_columns)), prompt_of(node));
  }
  return text + note(more_text(report.open_count, report.open_nodes.size(), "nodes that are not finished"));
}

std::string result_of(const TreeReport& report) {
  if (!report.result || report.result->empty()) {
    return {};
  }
  const Excerpt result = excerpt_of(*report.result, k_most_result_bytes);
  const TreeNode& root = report.tree.nodes.front();
  std::string text =
      "\n## Result of " + markdown_name(node_name(root)) + "\n\n" + markdown_block(result.text, "");
  return text + note(result.left_out_bytes == 0 ? "" : excerpt_note(result, root));
}

std::string cost_of(const TreeReport& report) {
  std::string text =
      "\n## Cost by depth\n\n| Depth | Nodes | Tokens in | Tokens out | Cost |\n|---:|---:|---:|---:|---:|\n";
  const std::size_t listed = std::min(report.cost.lines.size(), k_most_report_depths);
  const auto append = [&text](const std::string& key, std::int64_t nodes,
                              const std::optional<std::int64_t>& in, const std::optional<std::int64_t>& out,
                              const std::string& usd) {
    text += fmt::format("| {} | {} | {} | {} | {} |\n", key, tokens_text(nodes), known_tokens_text(in),
                        known_tokens_text(out), markdown_text(usd));
  };
  for (std::size_t index = 0; index < listed; ++index) {
    const CostLine& line = report.cost.lines[index];
    append(line.key, line.nodes, line.input_tokens, line.output_tokens,
           known_usd_text(line.cost_usd, line.nodes_without_cost));
  }
  append("all", report.progress.total, report.cost.input_tokens, report.cost.output_tokens,
         known_usd_text(report.cost.total_cost_usd, report.cost.nodes_without_cost));
  return text + note(more_text(report.cost.lines.size(), listed, "levels, which the sum contains"));
}

std::string tree_of(const TreeReport& report) {
  const TreePick pick = pick_nodes(report.tree, {k_most_report_nodes, k_deepest_report_level});
  std::string text = "\n## Tree\n\n";
  for (std::size_t index = 0; index < pick.nodes.size(); ++index) {
    const PickedNode& picked = pick.nodes[index];
    const TreeNode& node = report.tree.nodes[picked.node];
    const std::string prompt = prompt_of(node);
    text += std::string(2 * static_cast<std::size_t>(node.depth), ' ') + "- " + symbol_and_name(node) + " " +
            markdown_text(node_details(node)) + (prompt.empty() ? "" : " — " + prompt) +
            (picked.left_out == 0 ? "" : " (" + left_out_below(picked.left_out) + ")") + "\n";
  }
  return text + note(pick.left_out == 0
                         ? ""
                         : fmt::format("{} of {} nodes, upper levels first; {} are left out",
                                       count_text(pick.nodes.size()), count_text(report.tree.nodes.size()),
                                       count_text(pick.left_out)));
}

std::string picture_of(const TreeReport& report) {
  const TreePick pick = pick_nodes(report.tree, {k_most_pictured_nodes, k_deepest_report_level});
  std::string text =
      "\n## Picture\n\n```mermaid\n" + mermaid_picture(report.tree, pick, Costs::hidden) + "```\n";
  return text +
         note(pick.left_out == 0 ? "" : fmt::format("{} nodes are left out", count_text(pick.left_out)));
}

}  // namespace

std::string markdown_report(const TreeReport& report) {
  return head_of(report) + findings_of(report.tree.findings) + failures_of(report) + open_of(report) +
         result_of(report) + cost_of(report) + tree_of(report) + picture_of(report);
}

}  // namespace rlmdb::cli
