// SPDX-License-Identifier: MIT
// A report of one loop: facts, the course of its quality, regressions, recoveries, levels. Markdown, or one
// HTML page that loads nothing.
#include <fmt/format.h>

#include <algorithm>

#include "format/html_text.hpp"
#include "format/markdown_text.hpp"
#include "format/units_text.hpp"
#include "loops/loop_chart.hpp"
#include "loops/print_loops.hpp"
#include "reports/report_html_parts.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::string_view k_loop_style =
    ".chart { width: 100%; height: auto; } .chart .grid { stroke: var(--grid); } "
    ".chart .line { stroke: var(--edge); fill: none; stroke-width: 2; } .chart .dot { fill: var(--running); "
    "stroke: "
    "var(--edge); } .chart .best { fill: var(--completed); } .chart .bad { fill: var(--failed); } "
    ".chart text { fill: var(--soft); font-size: 11px; }";

/// A table of the report: its title, columns and rows.
struct Part {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

std::string text_of(const std::optional<std::string>& text) {
  return make_visible(text.value_or(""));
}

std::string text_of(const std::optional<std::int64_t>& number) {
  return number.has_value() ? std::to_string(*number) : std::string{};
}

Part iterations_of(const LoopDetails& details) {
  Part part{"Iterations", {"Iteration", "Ended", "Score", "Delta", "Tests", "Coverage", "Regression"}, {}};
  for (const LoopIteration& one : details.iterations) {
    part.rows.push_back({text_of(one.iteration), text_of(one.timestamp), score_text(one.quality_score),
                         score_text(one.quality_delta), text_of(one.test_count),
                         score_text(one.coverage_percentage), one.regression_detected ? "yes" : ""});
  }
  return part;
}

Part regressions_of(const LoopDetails& details) {
  Part part{
      "Regressions", {"Event", "Iteration", "Type", "Severity", "From", "To", "Outcome", "Decision"}, {}};
  for (const LoopRegression& one : details.regressions) {
    part.rows.push_back({text_of(one.event_id), text_of(one.iteration), text_of(one.regression_type),
                         text_of(one.severity), text_of(one.baseline_value), text_of(one.current_value),
                         text_of(one.recovery_outcome), text_of(one.human_decision)});
  }
  return part;
}

Part recoveries_of(const LoopDetails& details) {
  Part part{"Recoveries", {"Recovery", "Iteration", "Trigger", "Cause", "Strategy", "Outcome"}, {}};
  for (const LoopRecovery& one : details.recoveries) {
    part.rows.push_back({text_of(one.recovery_id), text_of(one.iteration), text_of(one.trigger),
                         text_of(one.root_cause), text_of(one.strategy), text_of(one.outcome)});
  }
  return part;
}

Part levels_of(const LoopDetails& details) {
  Part part{"Reinforcement", {"Iteration", "Time", "From", "To", "Reason"}, {}};
  for (const LoopReinforcement& one : details.reinforcements) {
    part.rows.push_back({text_of(one.iteration), text_of(one.timestamp), text_of(one.from_level),
                         text_of(one.to_level), text_of(one.reason)});
  }
  return part;
}

std::vector<Part> parts_of(const LoopDetails& details) {
  return {iterations_of(details), regressions_of(details), recoveries_of(details), levels_of(details)};
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) {
    line += " " + markdown_text(cell) + " |";
  }
  return line + "\n";
}

std::string markdown_part(const Part& part) {
  if (part.rows.empty()) {
    return {};
  }
  std::string text = fmt::format("\n## {} ({})\n\n", part.title, count_text(part.rows.size()));
  text += markdown_row(part.columns) + "|";
  for (std::size_t i = 0; i < part.columns.size(); ++i) {
    text += "---|";
  }
  text += "\n";
  for (const std::vector<std::string>& row : part.rows) {
    text += markdown_row(row);
  }
  return text;
}

std::string html_part(const Part& part) {
  if (part.rows.empty()) {
    return {};
  }
  std::string html =
      fmt::format("<section>\n<h2>{} ({})</h2>\n<div class=\"scroll\"><table class=\"costs\">\n<thead><tr>",
                  part.title, count_text(part.rows.size()));
  for (const std::string& column : part.columns) {
    html += "<th scope=\"col\">" + html_text(column) + "</th>";
  }
  html += "</tr></thead>\n<tbody>\n";
  for (const std::vector<std::string>& row : part.rows) {
    html += "<tr>";
    for (const std::string& cell : row) {
      html += "<td>" + html_isolated(cell) + "</td>";
    }
    html += "</tr>\n";
  }
  return html + "</tbody>\n</table></div>\n</section>\n";
}

}  // namespace

std::string markdown_loop_report(const LoopDetails& details) {
  const std::string id = make_visible(details.loop.loop_id);
  std::string text = "# Loop " + markdown_name(id) + "\n\n| | |\n|---|---|\n";
  for (const auto& [name, value] : loop_facts(details)) {
    text += markdown_row({make_visible(name), make_visible(value)});
  }
  constexpr std::size_t k_most = 60;
  if (!details.loop.scores.empty()) {
    text += markdown_row({"quality", sparkline(details.loop.scores, k_most, Terminal{})});
  }
  for (const Part& part : parts_of(details)) {
    text += markdown_part(part);
  }
  return text;
}

std::string html_loop_report(const LoopDetails& details) {
  const std::string id = make_visible(details.loop.loop_id);
  std::string html = html_head("Loop " + id, k_loop_style) + "<body>\n<main>\n<h1>Loop " + html_isolated(id) +
                     "</h1>\n<dl>\n";
  for (const auto& [name, value] : loop_facts(details)) {
    html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", html_text(make_visible(name)),
                        html_isolated(make_visible(value)));
  }
  html += "</dl>\n" + loop_chart(details);
  for (const Part& part : parts_of(details)) {
    html += html_part(part);
  }
  return html + "</main>\n</body>\n</html>\n";
}

}  // namespace rlmdb::cli
