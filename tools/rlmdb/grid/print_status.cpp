// SPDX-License-Identifier: MIT
// Where a mission stands, what is open, and what its checks found, for people and for lines of a pipe.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "format/units_text.hpp"
#include "grid/grid_facts.hpp"
#include "grid/mission_columns.hpp"
#include "grid/print_grid.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

/// "wave 2/3"; "" where nothing says it.
std::string part_text(std::string_view name, const std::string& number,
                      const std::optional<std::int64_t>& total, const std::string& called = {}) {
  if (number.empty()) {
    return {};
  }
  return fmt::format("{} {}{}{}", name, number, total.has_value() ? fmt::format("/{}", *total) : "",
                     called.empty() ? "" : fmt::format(" ({})", called));
}

std::string whole_text(const std::optional<std::int64_t>& number) {
  return number.has_value() ? std::to_string(*number) : std::string();
}

std::string position_text(const GridPosition& position) {
  std::string text;
  for (const std::string& part :
       {part_text("phase", whole_text(position.phase), position.phase_total, position.phase_name),
        part_text("wave", whole_text(position.wave), position.wave_total),
        part_text("block", position.block, position.block_total),
        part_text("thread", position.thread, position.thread_total, position.thread_name)}) {
    text += part.empty() || text.empty() ? part : ", " + part;
  }
  return text;
}

std::string silence_text(const GridContext& context) {
  constexpr std::int64_t k_day_seconds = 86'400;
  constexpr std::int64_t k_long = 2;
  if (!context.silent_seconds.has_value() || context.scenario == GridScenario::completed) {
    return {};
  }
  if (*context.silent_seconds == 0) {
    return "not at all";
  }
  const std::int64_t days = *context.silent_seconds / k_day_seconds;
  return days >= k_long ? fmt::format("{} days", days)
                        : duration_text(std::chrono::seconds(*context.silent_seconds));
}

Tint tint_of_status(const GridContext& context) {
  GridMission mission;
  mission.status = context.status;
  mission.is_broken = context.status.empty();
  return tint_of_mission(mission);
}

Tint tint_of_confidence(GridConfidence confidence) {
  return confidence == GridConfidence::low ? Tint::yellow : Tint::none;
}

Tint tint_of_check(GridCheckResult result) {
  switch (result) {
    case GridCheckResult::passed:
      return Tint::green;
    case GridCheckResult::failed:
      return Tint::red;
    case GridCheckResult::unchecked:
      break;
  }
  return Tint::yellow;
}

std::string blocker_text(const GridBlocker& blocker) {
  std::string text = blocker.number.empty() ? std::string() : blocker.number + ": ";
  text += blocker.description;
  if (!blocker.waiting_for.empty()) {
    text += fmt::format("{}waits for {}", blocker.description.empty() ? "" : "; ", blocker.waiting_for);
  }
  return text;
}

std::string failed_checks_text(const GridValidation& validation) {
  std::string text;
  for (const GridCheck& check : validation.checks) {
    if (check.result == GridCheckResult::failed) {
      text += (text.empty() ? "" : ", ") + check.name;
    }
  }
  return text;
}

/// Where nobody planned them, those that STATE.md counts.
std::size_t blocks_to_do(const GridContext& context) {
  const std::size_t done = context.completed_blocks.size();
  const auto total =
      static_cast<std::size_t>(std::max<std::int64_t>(0, context.position.block_total.value_or(0)));
  return !context.pending_plans.empty() || total <= done ? context.pending_plans.size() : total - done;
}

std::vector<GridFact> context_facts(const GridContext& context) {
  return {
      {"cluster", context.cluster},
      {"status", context.status.empty() ? "unreadable" : context.status, tint_of_status(context)},
      {"mode", context.mode},
      {"scenario", std::string(to_text(context.scenario))},
      {"position", position_text(context.position)},
      {"silent", silence_text(context)},
      {"blocks", fmt::format("{} done, {} to do", context.completed_blocks.size(), blocks_to_do(context))},
      {"error", context.error, Tint::red},
      {"next", context.resume_point.what, Tint::bold},
      {"because", context.resume_point.why},
      {"confidence", std::string(to_text(context.confidence)), tint_of_confidence(context.confidence)},
  };
}

std::vector<GridFact> open_facts(const GridContext& context) {
  std::vector<GridFact> facts{{"awaiting", context.resume_point.awaiting, Tint::yellow}};
  for (const GridOption& option : context.resume_point.options) {
    facts.push_back({"option", option.key + ": " + option.text});
  }
  for (const GridBlocker& blocker : context.blockers) {
    if (blocker.status != "resolved") {
      facts.push_back({"blocker", blocker_text(blocker), Tint::yellow});
    }
  }
  if (context.needs_approval) {
    facts.push_back({"approval", "a person should look at this before anything goes on", Tint::yellow});
  }
  facts.push_back({"failed", failed_checks_text(context.validation), Tint::red});
  return facts;
}

std::string check_lines(const GridCheck& check, const Terminal& terminal) {
  const std::string result(to_text(check.result));
  std::string lines;
  for (const Finding& finding : check.findings) {
    lines += tab_separated_line({{check.name}, {result}, {finding.where}, {finding.code}, {finding.message}},
                                terminal);
  }
  return lines.empty() ? tab_separated_line({{check.name}, {result}, {}, {}, {}}, terminal) : lines;
}

std::string check_for_people(const GridCheck& check, const Terminal& terminal) {
  constexpr std::size_t k_where_column = 4;
  constexpr std::size_t k_message_column = 6;
  std::string text = fmt::format("  {:<11} {}\n", check.name,
                                 tinted(to_text(check.result), tint_of_check(check.result), terminal));
  for (const Finding& finding : check.findings) {
    const std::size_t column = finding.where.empty() ? k_where_column : k_message_column;
    if (!finding.where.empty()) {
      text += fmt::format("{:{}}{}\n", "", k_where_column, make_visible(finding.where));
    }
    text += fmt::format("{:{}}{}\n", "", column, sentence_at(finding.message, column, terminal));
  }
  return text;
}

}  // namespace

std::string text_status(const GridContext& context, const Terminal& terminal) {
  std::vector<GridFact> facts = context_facts(context);
  const std::vector<GridFact> open = open_facts(context);
  facts.insert(facts.end(), open.begin(), open.end());
  return text_facts(context.place, facts, terminal);
}

std::string text_validation(const GridContext& context, const Terminal& terminal) {
  const std::vector<GridCheck>& checks = context.validation.checks;
  std::string text;
  if (!terminal.is_terminal) {
    for (const GridCheck& check : checks) {
      text += check_lines(check, terminal);
    }
    return text;
  }
  const auto failed =
      static_cast<std::size_t>(std::count_if(checks.begin(), checks.end(), [](const GridCheck& check) {
        return check.result == GridCheckResult::failed;
      }));
  text = tinted(make_visible(context.place), Tint::bold, terminal) +
         (failed == 0 ? ": nothing is wrong\n"
                      : fmt::format(": {} of {} checks failed\n", failed, checks.size()));
  for (const GridCheck& check : checks) {
    text += check_for_people(check, terminal);
  }
  return text;
}

std::string text_plans(const GridPlans& plans) {
  std::string text;
  for (const GridPlan& plan : plans.plans) {
    text += fmt::format("--option {}: {}\n", plan.option, make_visible(plan.what));
    for (const std::string& command : plan.commands) {
      text += fmt::format("    first run: {}\n", make_visible(command));
    }
  }
  return text;
}

}  // namespace rlmdb::cli
