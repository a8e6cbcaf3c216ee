// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "format/html_text.hpp"
#include "format/state_look.hpp"
#include "format/units_text.hpp"
#include "reports/print_report.hpp"
#include "reports/report_html_parts.hpp"
#include "reports/report_words.hpp"
#include "terminal/visible_text.hpp"
#include "trees/node_label.hpp"

namespace rlmdb::cli {
namespace {

/// One bar for all nodes, a part for each state.
std::string whole_bar(const TreeReport& report) {
  std::vector<std::int64_t> nodes(state_looks().size());
  for (const TreeNode& node : report.tree.nodes) {
    ++nodes[static_cast<std::size_t>(word_of_node(node))];
  }
  std::string parts;
  for (const StateLook& look : state_looks()) {
    const std::int64_t count = nodes[static_cast<std::size_t>(look.word)];
    parts += count == 0
                 ? ""
                 : fmt::format("<span class=\"{}\" style=\"flex-grow:{}\"></span>", look.class_name, count);
  }
  return fmt::format("<div class=\"whole\" role=\"img\" aria-label=\"{}\">{}</div>\n",
                     html_text(headline_of(report)), parts);
}

std::string summary_of(const TreeReport& report) {
  std::string html = "<h1>Tree " + html_isolated(tree_name(report.tree.id)) + "</h1>\n";
  const std::string prompt = root_prompt_of(report);
  html += prompt.empty() ? "" : "<blockquote><p dir=\"auto\">" + html_text(prompt) + "</p></blockquote>\n";
  html += "<p class=\"headline\">" + html_text(headline_of(report)) + "</p>\n" + whole_bar(report) + "<dl>\n";
  for (const auto& [name, value] : facts_of(report)) {
    html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, html_text(value));
  }
  return html + "</dl>\n";
}

std::string findings_of(const std::vector<TreeFinding>& findings) {
  if (findings.empty()) {
    return {};
  }
  std::string html = section_begin("wrong", "What is wrong with the tree", findings.size(), "bad") + "<ul>\n";
  const std::size_t listed = std::min(findings.size(), k_most_report_findings);
  for (std::size_t index = 0; index < listed; ++index) {
    const TreeFinding& finding = findings[index];
    html += fmt::format("<li><code>{}</code> {}: {}</li>\n",
                        html_isolated(one_line(id_text(finding.task_id), k_prompt_columns)),
                        html_text(finding.code), html_isolated(one_line(finding.message, k_prompt_columns)));
  }
  return html + "</ul>\n" + html_note(more_text(findings.size(), listed, "findings")) + "</section>\n";
}

std::string failure(const TreeReport& report, const NodeFailure& failed) {
  const TreeNode& node = report.tree.nodes[failed.node];
  std::string html = "<li>\n<p>" + state_and_name(node) + " " + html_prompt(node) + "</p>\n";
  const std::string story = node_story(report, failed.node);
  html += story.empty() ? "" : "<p class=\"soft\">" + html_isolated(story) + "</p>\n";
  const Excerpt error = excerpt_of(failed.error, k_most_error_bytes);
  html += error.text.empty() ? "<p>No error is recorded.</p>\n" : html_block(error.text);
  html += html_note(error.left_out_bytes == 0 ? "" : excerpt_note(error, node));
  html += "<p>Next: " + html_isolated(one_line(failed.next, k_prompt_columns));
  if (failed.attempts > 0) {
    html += fmt::format(" (started again {} so far)",
                        counted(static_cast<std::uint64_t>(failed.attempts), "time", "times"));
  }
  return html + "</p>\n</li>\n";
}

std::string failures_of(const TreeReport& report) {
  if (report.failure_count == 0) {
    return {};
  }
  std::string html =
      section_begin("failed", "Failed", report.failure_count, "bad") + "<ol class=\"failures\">\n";
  for (const NodeFailure& failed : report.failures) {
    html += failure(report, failed);
  }
  return html + "</ol>\n" + html_note(more_text(report.failure_count, report.failures.size(), "failures")) +
         "</section>\n";
}

std::string open_of(const TreeReport& report) {
  if (report.open_count == 0) {
    return {};
  }
  std::string html = section_begin("open", "Not finished", report.open_count) +
                     "<table class=\"waits\">\n<thead><tr><th scope=\"col\">Node</th><th scope=\"col\">What "
                     "it waits for</th>"
                     "<th scope=\"col\">Prompt</th></tr></thead>\n<tbody>\n";
  for (const OpenNode& open : report.open_nodes) {
    const TreeNode& node = report.tree.nodes[open.node];
    html += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>\n", state_and_name(node),
                        html_isolated(one_line(open.reason, k_prompt_columns)), html_prompt(node));
  }
  return html + "</tbody>\n</table>\n" +
         html_note(more_text(report.open_count, report.open_nodes.size(), "nodes that are not finished")) +
         "</section>\n";
}

std::string result_of(const TreeReport& report) {
  if (!report.result || report.result->empty()) {
    return {};
  }
  const Excerpt result = excerpt_of(*report.result, k_most_result_bytes);
  const TreeNode& root = report.tree.nodes.front();
  return section_begin("result", "Result of " + node_name(root)) + html_block(result.text) +
         html_note(result.left_out_bytes == 0 ? "" : excerpt_note(result, root)) + "</section>\n";
}

}  // namespace

std::string html_report(const TreeReport& report) {
  return html_head("Tree " + tree_name(report.tree.id)) + "<body>\n<main>\n" + summary_of(report) +
         findings_of(report.tree.findings) + failures_of(report) + open_of(report) + result_of(report) +
         html_timeline(report) + html_costs(report) + html_tree(report) + "</main>\n</body>\n</html>\n";
}

}  // namespace rlmdb::cli
