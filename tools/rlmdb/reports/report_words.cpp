// SPDX-License-Identifier: MIT
#include "reports/report_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "costs/print_tree_settings.hpp"
#include "format/units_text.hpp"
#include "frame/stuck_lines.hpp"
#include "progress/print_eta.hpp"
#include "terminal/visible_text.hpp"
#include "trees/node_label.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_root_prompt_columns = 600;
constexpr std::int64_t k_ms_a_second = 1'000;

void append_count(std::string& text, std::int64_t count, const char* what) {
  if (count > 0) {
    text += fmt::format(", {} {}", count_text(static_cast<std::uint64_t>(count)), what);
  }
}

/// 99.97 is not yet 100, and 0.02 no longer 0.
std::string percentage_text(double percentage) {
  const double rounded = percentage > 99 && percentage < 100 ? std::floor(percentage * 10) / 10
                         : percentage > 0 && percentage < 1  ? std::ceil(percentage * 10) / 10
                                                             : std::round(percentage);
  return fmt::format("{:g} %", rounded);
}

std::int64_t difference(std::int64_t end, std::int64_t begin) {
  std::int64_t span = 0;
  return __builtin_sub_overflow(end, begin, &span) || span < 0 ? 0 : span;
}

std::string time_text(const TreeReport& report) {
  if (!report.first_ms || !report.last_ms) {
    return "no node has started";
  }
  const auto span = static_cast<double>(difference(*report.last_ms, *report.first_ms));
  return fmt::format("{} from the first start to the last change, {} of work in nodes that ended",
                     span_text(span), span_text(static_cast<double>(report.work_ms)));
}

/// The legacy estimate as what it is: the time of the rest if one node came after the other.
std::string estimate_text(const TreeProgress& progress) {
  if (progress.remaining_tasks == 0) {
    return "nothing is queued or running";
  }
  const std::string left = counted(static_cast<std::uint64_t>(progress.remaining_tasks), "node", "nodes");
  if (progress.stuck > 0) {
    return fmt::format("{}, {} of them stuck", left, progress.stuck);
  }
  if (!progress.avg_duration_ms) {
    return left + "; nobody knows how long, as none has completed with both times";
  }
  if (progress.waits_ms > 0) {
    return fmt::format("{}, {} on average; the last that is scheduled or held begins in {}", left,
                       span_text(*progress.avg_duration_ms), human_duration(progress.waits_ms));
  }
  return fmt::format("{}, {} on average, {} one after the other", left, span_text(*progress.avg_duration_ms),
                     progress.eta_human);
}

std::string all_cost_text(const TreeReport& report) {
  std::string text = known_usd_text(report.cost.total_cost_usd, report.cost.nodes_without_cost);
  if (report.progress.remaining_tasks > 0 && report.cost.projected_total_usd) {
    const bool is_all = report.cost.nodes_without_cost == 0;
    text += fmt::format(" so far, {} {} once the rest has run", is_all ? "about" : "at least about",
                        cost_text(*report.cost.projected_total_usd));
  }
  return text;
}

/// "$0.2500, $0.1090 spent, $0.1410 left"
std::string budget_text(const TreeBudget& budget) {
  const double left_usd = budget.left_usd.value_or(0);
  const std::int64_t without_cost = budget.nodes_without_cost;
  const std::string rest = left_usd < 0 ? known_usd_text(-left_usd, without_cost) + " over"
                                        : left_usd_text(left_usd, without_cost) + " left";
  const std::string text = usd_text(*budget.budget_usd) +
                           (budget.spent_usd.has_value()
                                ? ", " + known_usd_text(budget.spent_usd, without_cost) + " spent, " + rest
                                : std::string(", spent and left unknown"));
  return budget.is_spent ? text + "; nothing of the tree is claimed" : text;
}

/// "max_depth 3 (2, below)": the limit, what comes nearest to it, how they stand.
std::string limits_text(const LimitReport& limits) {
  std::string text;
  for (const LimitUse& use : limits.uses) {
    if (use.source == LimitSource::tree) {
      text += fmt::format("{}{} {} ({}, {})", text.empty() ? "" : ", ",
                          use.name == "timeout_ms" ? "timeout" : use.name, amount_text(use, use.limit),
                          amount_text(use, use.most), to_text(use.standing));
    }
  }
  const bool refuses = limits.limits.action == LimitAction::refuse;
  if (text.empty() && !refuses) {
    return text;
  }
  return (text.empty() ? "the usual ones" : text) +
         (refuses ? "; a new node beyond them is refused"
                  : "; a new node beyond them is added with a warning");
}

}  // namespace

std::string root_prompt_of(const TreeReport& report) {
  return one_line(report.tree.nodes.front().prompt, k_root_prompt_columns);
}

std::string headline_of(const TreeReport& report) {
  const TreeProgress& progress = report.progress;
  std::string text =
      fmt::format("{} of {} completed ({})", count_text(static_cast<std::uint64_t>(progress.completed)),
                  counted(static_cast<std::uint64_t>(progress.total), "node", "nodes"),
                  percentage_text(progress.percentage.value_or(0)));
  append_count(text, progress.failed, "failed");
  append_count(text, progress.running, "running");
  append_count(text, progress.queued, "queued");
  append_count(text, progress.cancelled, "cancelled");
  append_count(text,
               progress.total - progress.completed - progress.failed - progress.running - progress.queued -
                   progress.cancelled,
               "in other states");
  return text;
}

std::vector<std::pair<std::string, std::string>> facts_of(const TreeReport& report) {
  const bool is_over = report.progress.remaining_tasks == 0 && report.open_count == 0;
  std::int64_t deepest = 0;
  for (const TreeNode& node : report.tree.nodes) {
    deepest = std::max(deepest, node.depth);
  }
  std::vector<std::pair<std::string, std::string>> facts;
  for (const StuckCause& cause : report.tree.stuck.causes)
    facts.emplace_back("Stuck", cause.message + "; " + command_for(cause));
  for (auto& fact : std::vector<std::pair<std::string, std::string>>{
           {"Started", moment_text(report.first_ms)},
           {is_over ? "Ended" : "Last change", moment_text(report.last_ms)},
           {"Time", time_text(report)},
           {"Still to run", estimate_text(report.progress)}})
    facts.push_back(std::move(fact));
  const auto add = [&facts](const char* name, std::string text) {
    if (!text.empty()) {
      facts.emplace_back(name, std::move(text));
    }
  };
  add("Likely", report.progress.remaining_tasks == 0 ? std::string{} : likely_text(report.estimate));
  add("Cost", all_cost_text(report));
  add("Budget", report.budget.budget_usd ? budget_text(report.budget) : std::string{});
  add("Tokens", report.cost.input_tokens || report.cost.output_tokens
                    ? known_tokens_text(report.cost.input_tokens) + " in, " +
                          known_tokens_text(report.cost.output_tokens) + " out"
                    : "unknown");
  add("Depth", std::to_string(deepest));
  add("Limits", limits_text(report.limits));
  add("Report made", report.made_at);
  return facts;
}

std::string moment_text(const std::optional<std::int64_t>& ms) {
  if (!ms) {
    return "-";
  }
  const std::time_t seconds = static_cast<std::time_t>(std::floor(static_cast<double>(*ms) / k_ms_a_second));
  std::tm parts{};
  if (::gmtime_r(&seconds, &parts) == nullptr) {
    return "-";
  }
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02} UTC", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::string node_details(const TreeNode& node) {
  std::string text = node_state(node);
  if (node.duration_ms) {
    text += " · " + span_text(static_cast<double>(*node.duration_ms));
  }
  if (node.cost_usd) {
    text += " · " + cost_text(*node.cost_usd);
  }
  return text;
}

std::string node_story(const TreeReport& report, std::size_t node) {
  constexpr std::size_t k_agent_columns = 40;
  const TreeNode& drawn = report.tree.nodes[node];
  const NodeTimes& times = report.times[node];
  std::string text = one_line(drawn.agent, k_agent_columns);
  const auto append = [&text](const std::string& part) { text += (text.empty() ? "" : " · ") + part; };
  if (times.started_ms) {
    append("started " + moment_text(times.started_ms));
  }
  if (drawn.duration_ms) {
    append("ended after " + span_text(static_cast<double>(*drawn.duration_ms)));
  } else if (times.ended_ms) {
    append("ended " + moment_text(times.ended_ms));
  }
  if (drawn.cost_usd) {
    append(cost_text(*drawn.cost_usd));
  }
  return text;
}

Excerpt excerpt_of(const std::string& text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) {
    return {text, 0};
  }
  std::size_t end = most_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
    --end;
  }
  return {text.substr(0, end), text.size() - end};
}

std::string excerpt_note(const Excerpt& excerpt, const TreeNode& node) {
  return "… " + bytes_text(excerpt.left_out_bytes) + " more; rlmdb show " + node_name(node) +
         " has all of it";
}

std::string more_text(std::uint64_t all, std::size_t listed, const char* what) {
  return all <= listed ? std::string{} : fmt::format("… and {} more {}", count_text(all - listed), what);
}

std::string span_text(double ms) {
  constexpr double k_second = 1'000;
  if (ms >= 10 * k_second) {
    return human_duration(ms);
  }
  if (ms >= k_second) {
    return fmt::format("{:.1f}s", ms / k_second);
  }
  return ms <= 0 ? "0s" : fmt::format("{:.0f}ms", ms);
}

std::string cost_text(double cost_usd) {
  return fmt::format("${:.4f}", cost_usd);
}

std::string known_tokens_text(const std::optional<std::int64_t>& tokens) {
  return tokens ? tokens_text(*tokens) : "unknown";
}

std::string tokens_text(std::int64_t tokens) {
  return tokens < 0 ? std::to_string(tokens) : count_text(static_cast<std::uint64_t>(tokens));
}

}  // namespace rlmdb::cli
