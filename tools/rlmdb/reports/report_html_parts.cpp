// SPDX-License-Identifier: MIT
#include "reports/report_html_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "format/html_text.hpp"
#include "format/state_look.hpp"
#include "format/units_text.hpp"
#include "reports/report_words.hpp"
#include "terminal/visible_text.hpp"
#include "trees/node_label.hpp"
#include "trees/tree_pick.hpp"

namespace rlmdb::cli {
namespace {

constexpr Terminal k_any_markup{};
constexpr double k_percent = 100;

std::string bar_row(const TreeReport& report, const Timeline& timeline, const TimelineBar& bar) {
  const TreeNode& node = report.tree.nodes[bar.node];
  const auto offset = [&](double place) { return span_text(place * static_cast<double>(timeline.span_ms)); };
  const std::string when = bar.is_open ? fmt::format("from {} on, not ended", offset(bar.begin))
                                       : fmt::format("from {} to {}", offset(bar.begin), offset(bar.end));
  const std::string took = node.duration_ms && !bar.is_open
                               ? span_text(static_cast<double>(*node.duration_ms))
                           : bar.is_open ? "not ended"
                                         : "-";
  return fmt::format(
      "<tr><th scope=\"row\">{} {}</th><td><span class=\"unseen\">{}</span><div class=\"track\" title=\"{}\">"
      "<div class=\"bar {}{}\" style=\"left:min({:.3f}%,100% - 3px);width:{:.3f}%\"></div></div></td>"
      "<td class=\"number\">{}</td></tr>\n",
      state_and_name(node), html_prompt(node), when, when, look_of(word_of_node(node)).class_name,
      bar.is_open ? " open" : "", bar.begin * k_percent, (bar.end - bar.begin) * k_percent, took);
}

std::string cost_row(const CostLine& line, double dearest_usd) {
  const double usd = line.cost_usd.value_or(0);
  const double share = dearest_usd > 0 && usd > 0 ? usd / dearest_usd * k_percent : 0;
  return fmt::format(
      "<tr><th scope=\"row\">{}</th><td class=\"number\">{}</td><td class=\"number\">{}</td><td "
      "class=\"number\">{}</td>"
      "<td class=\"number\">{}</td><td class=\"drawn\" aria-hidden=\"true\">{}</td></tr>\n",
      line.key, tokens_text(line.nodes), known_tokens_text(line.input_tokens),
      known_tokens_text(line.output_tokens),
      html_text(known_usd_text(line.cost_usd, line.nodes_without_cost)),
      share > 0 ? fmt::format("<div class=\"share\" style=\"width:{:.2f}%\"></div>", share) : "");
}

std::string tree_line(const TreeNode& node, const PickedNode& picked) {
  std::string details;
  if (node.duration_ms) {
    details += " · " + span_text(static_cast<double>(*node.duration_ms));
  }
  if (node.cost_usd) {
    details += " · " + cost_text(*node.cost_usd);
  }
  return state_and_name(node) + "<span class=\"soft\">" + html_text(details) + "</span> " +
         html_prompt(node) +
         (picked.left_out == 0 ? ""
                               : " <span class=\"soft\">(" + left_out_below(picked.left_out) + ")</span>");
}

}  // namespace

std::string html_head(const std::string& title, std::string_view more_style) {
  // Nothing is loaded, whatever the page holds: only the style sheet inside it counts.
  constexpr std::string_view k_policy =
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<style>{}{}</style>\n"
      "</head>\n",
      k_policy, html_text(title), report_style(), more_style);
}

std::string section_begin(const std::string& id, const std::string& title, std::optional<std::uint64_t> count,
                          const char* css_class) {
  const std::string attribute = *css_class == '\0' ? "" : fmt::format(" class=\"{}\"", css_class);
  return fmt::format("<section{} aria-labelledby=\"{}\">\n<h2 id=\"{}\">{}{}</h2>\n", attribute, id, id,
                     html_isolated(title), count ? " (" + count_text(*count) + ")" : "");
}

std::string html_note(const std::string& text) {
  return text.empty() ? std::string{} : "<p class=\"note\">" + html_isolated(text) + "</p>\n";
}

std::string html_block(const std::string& text) {
  return "<pre dir=\"auto\">" + html_text(make_visible(text, LineBreaks::keep)) + "</pre>\n";
}

std::string state_and_name(const TreeNode& node) {
  return fmt::format("<span class=\"state {}\">{} {}</span> <code>{}</code>",
                     look_of(word_of_node(node)).class_name, symbol_of(word_of_node(node), k_any_markup),
                     html_isolated(node_state(node)), html_isolated(node_name(node)));
}

std::string html_prompt(const TreeNode& node) {
  return html_isolated(one_line(node.prompt, k_prompt_columns));
}

std::string html_timeline(const TreeReport& report) {
  const Timeline timeline = timeline_of(report, k_most_report_bars);
  if (timeline.bars.empty()) {
    return {};
  }
  const auto span = static_cast<double>(timeline.span_ms);
  std::string html =
      section_begin("timeline", "Who ran when") +
      fmt::format("<p class=\"soft\">The line begins {}.</p>\n", moment_text(timeline.begin_ms)) +
      fmt::format(
          "<table class=\"time\">\n<thead><tr><th scope=\"col\" class=\"who\">Node</th>"
          "<th scope=\"col\"><span class=\"unseen\">When, after the first start</span>"
          "<span class=\"axis\" "
          "aria-hidden=\"true\"><span>0s</span>{}</span></th>"
          "<th scope=\"col\" class=\"took number\">Took</th></tr></thead>\n<tbody>\n",
          span > 0 ? "<span>" + span_text(span / 2) + "</span><span>" + span_text(span) + "</span>" : "");
  for (const TimelineBar& bar : timeline.bars) {
    html += bar_row(report, timeline, bar);
  }
  html += "</tbody>\n</table>\n";
  const std::size_t without = report.tree.nodes.size() - timeline.started;
  if (timeline.started > timeline.bars.size()) {
    html +=
        html_note(fmt::format("{} of {} nodes with a start: what failed or has not ended, then the longest",
                              count_text(timeline.bars.size()), count_text(timeline.started)));
  }
  return html + html_note(without == 0 ? "" : counted(without, "node has", "nodes have") + " no start") +
         "</section>\n";
}

std::string html_costs(const TreeReport& report) {
  const TreeCost& cost = report.cost;
  std::string html =
      section_begin("cost", "Cost by depth") +
      "<div class=\"scroll\" role=\"region\" aria-labelledby=\"cost\" tabindex=\"0\">\n<table "
      "class=\"costs\">\n<thead><tr><th scope=\"col\">Depth</th><th scope=\"col\" "
      "class=\"number\">Nodes</th>"
      "<th scope=\"col\" class=\"number\">Tokens in</th><th scope=\"col\" class=\"number\">Tokens out</th>"
      "<th scope=\"col\" class=\"number\">Cost</th><th class=\"drawn\"></th></tr></thead>\n<tbody>\n";
  double dearest = 0;
  for (const CostLine& line : cost.lines) {
    dearest = std::max(dearest, line.cost_usd.value_or(0));
  }
  const std::size_t listed = std::min(cost.lines.size(), k_most_report_depths);
  for (std::size_t index = 0; index < listed; ++index) {
    html += cost_row(cost.lines[index], dearest);
  }
  html += fmt::format(
      "</tbody>\n<tfoot><tr><th scope=\"row\">all</th><td class=\"number\">{}</td><td "
      "class=\"number\">{}</td>"
      "<td class=\"number\">{}</td><td class=\"number\">{}</td><td "
      "class=\"drawn\"></td></tr></tfoot>\n</table>\n</div>\n",
      tokens_text(report.progress.total), known_tokens_text(cost.input_tokens),
      known_tokens_text(cost.output_tokens),
      html_text(known_usd_text(cost.total_cost_usd, cost.nodes_without_cost)));
  return html + html_note(more_text(cost.lines.size(), listed, "levels, which the sum contains")) +
         "</section>\n";
}

std::string html_tree(const TreeReport& report) {
  const TreePick pick = pick_nodes(report.tree, {k_most_report_nodes, k_deepest_report_level});
  std::string html = section_begin("tree", "Tree") + "<ul class=\"tree\">\n";
  std::size_t open_lists = 0;  // nodes above whose children are being written
  for (std::size_t index = 0; index < pick.nodes.size(); ++index) {
    const TreeNode& node = report.tree.nodes[pick.nodes[index].node];
    for (; open_lists > static_cast<std::size_t>(node.depth); --open_lists) {
      html += "</ul></details></li>\n";
    }
    const bool has_children = index + 1 < pick.nodes.size() && pick.nodes[index + 1].parent == index;
    const std::string line = tree_line(node, pick.nodes[index]);
    if (has_children) {
      html += "<li><details open><summary>" + line + "</summary><ul>\n";
      ++open_lists;
    } else {
      html += "<li><p>" + line + "</p></li>\n";
    }
  }
  for (; open_lists > 0; --open_lists) {
    html += "</ul></details></li>\n";
  }
  html += "</ul>\n";
  if (pick.left_out > 0) {
    html += html_note(fmt::format("{} of {} nodes, upper levels first; {} are left out",
                                  count_text(pick.nodes.size()), count_text(report.tree.nodes.size()),
                                  count_text(pick.left_out)));
  }
  return html + "</section>\n";
}

}  // namespace rlmdb::cli
