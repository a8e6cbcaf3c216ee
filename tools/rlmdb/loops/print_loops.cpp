// SPDX-License-Identifier: MIT
#include "loops/print_loops.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "terminal/fitted_table.hpp"
#include "terminal/sparkline.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

using Rows = std::vector<std::vector<TableCell>>;
using MaybeText = std::optional<std::string>;
constexpr std::size_t k_room_for_task = 16;
constexpr std::size_t k_shown_scores = 40;

std::string table_or_lines(const std::vector<FittedColumn>& columns, const Rows& rows,
                           const std::vector<std::size_t>& gives_way, const Terminal& terminal) {
  if (terminal.is_terminal) {
    return rows.empty() ? std::string{} : fitted_table(columns, rows, gives_way, terminal);
  }
  std::string lines;
  for (const std::vector<TableCell>& row : rows) {
    lines += tab_separated_line(row, terminal);
  }
  return lines;
}

std::string time_of(const MaybeText& time, const Terminal& terminal) {
  return terminal.is_terminal ? minute_of(time.value_or("")) : time.value_or("");
}

Tint tint_of_status(const std::string& status) {
  if (status == "completed" || status == "success") {
    return Tint::green;
  }
  if (status == "failed" || status == "crashed" || status == "aborted") {
    return Tint::red;
  }
  return status == "paused" ? Tint::yellow : Tint::blue;
}

TableCell status_cell(const Loop& loop) {
  const std::string status = loop.status.value_or("");
  return {loop.is_archived ? status + " (archived)" : status, tint_of_status(status)};
}

std::optional<double> best_score(const Loop& loop) {
  return loop.best.has_value() ? std::optional(loop.best->quality_score) : std::nullopt;
}

/// "+25", "-15", "0"
std::string delta_text(const std::optional<double>& delta) {
  const std::string text = score_text(delta);
  return delta.has_value() && *delta > 0 ? "+" + text : text;
}

std::string flags_of(const LoopIteration& one) {
  std::string flags = one.regression_detected ? "regression" : "";
  if (one.recovery_attempted) {
    flags += flags.empty() ? "recovery" : ", recovery";
  }
  return flags;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += text.empty() ? word : ", " + word;
  }
  return text;
}

std::string text_iterations(const LoopDetails& details, const Terminal& terminal) {
  Rows rows;
  for (const LoopIteration& one : details.iterations) {
    rows.push_back({{number_text(one.iteration)},
                    {time_of(one.timestamp, terminal)},
                    {score_text(one.quality_score)},
                    {delta_text(one.quality_delta)},
                    {std::to_string(one.artifacts)},
                    {number_text(one.test_count)},
                    {score_text(one.coverage_percentage)},
                    {flags_of(one), one.regression_detected ? Tint::red : Tint::none}});
  }
  const std::vector<FittedColumn> columns{{{"ITERATION", Align::right, 9}}, {{"ENDED", Align::left, 16}},
                                          {{"SCORE", Align::right, 5}},     {{"DELTA", Align::right, 5}},
                                          {{"FILES", Align::right, 5}},     {{"TESTS", Align::right, 5}},
                                          {{"COVERAGE", Align::right, 8}},  {{"", Align::left, 10}}};
  return table_or_lines(columns, rows, {4, 1}, terminal);
}

std::string text_best(const LoopDetails& details, const Terminal& terminal) {
  Rows rows;
  if (const auto& best = details.loop.best; best.has_value()) {
    rows.push_back({{std::to_string(best->iteration)},
                    {score_text(best->quality_score)},
                    {best->snapshot_path.value_or("")},
                    {time_of(best->updated_at, terminal)},
                    {best->selection_reason.value_or("")}});
  }
  const std::vector<FittedColumn> columns{{{"ITERATION", Align::right, 9}},
                                          {{"SCORE", Align::right, 5}},
                                          {{"SNAPSHOT"}, k_room_for_task},
                                          {{"SINCE", Align::left, 16}},
                                          {{"REASON"}, k_room_for_task}};
  return table_or_lines(columns, rows, {3}, terminal);
}

std::string text_regressions(const LoopDetails& details, const Terminal& terminal) {
  Rows rows;
  for (const LoopRegression& one : details.regressions) {
    rows.push_back({{one.event_id.value_or("")},
                    {number_text(one.iteration)},
                    {time_of(one.timestamp, terminal)},
                    {one.regression_type.value_or("")},
                    {one.severity.value_or(""), one.severity == "critical" ? Tint::red : Tint::none},
                    {one.baseline_value.value_or("")},
                    {one.current_value.value_or("")},
                    {one.recovery_outcome.value_or("")},
                    {one.human_decision.value_or("")},
                    {one.is_open ? "open" : "", Tint::yellow}});
  }
  const std::vector<FittedColumn> columns{{{"EVENT"}},
                                          {{"ITERATION", Align::right, 9}},
                                          {{"FOUND", Align::left, 16}},
                                          {{"TYPE"}},
                                          {{"SEVERITY"}},
                                          {{"FROM"}},
                                          {{"TO"}},
                                          {{"OUTCOME"}},
                                          {{"DECISION"}},
                                          {{"", Align::left, 4}}};
  return table_or_lines(columns, rows, {2, 5, 6, 1, 8}, terminal);
}

std::string text_recoveries(const LoopDetails& details, const Terminal& terminal) {
  Rows rows;
  for (const LoopRecovery& one : details.recoveries) {
    rows.push_back({{one.recovery_id.value_or("")},
                    {number_text(one.iteration)},
                    {time_of(one.timestamp, terminal)},
                    {one.trigger.value_or("")},
                    {joined(one.steps)},
                    {one.outcome.value_or("")},
                    {one.root_cause.value_or("")},
                    {one.strategy.value_or("")}});
  }
  const std::vector<FittedColumn> columns{{{"RECOVERY"}},
                                          {{"ITERATION", Align::right, 9}},
                                          {{"BEGAN", Align::left, 16}},
                                          {{"TRIGGER"}},
                                          {{"STEPS"}},
                                          {{"OUTCOME"}},
                                          {{"CAUSE"}, k_room_for_task},
                                          {{"STRATEGY"}, k_room_for_task}};
  return table_or_lines(columns, rows, {7, 2, 6, 4, 1}, terminal);
}

std::string text_levels(const LoopDetails& details, const Terminal& terminal) {
  Rows rows;
  for (const LoopReinforcement& one : details.reinforcements) {
    rows.push_back({{number_text(one.iteration)},
                    {time_of(one.timestamp, terminal)},
                    {one.from_level.value_or("")},
                    {one.to_level.value_or("")},
                    {one.reason.value_or("")}});
  }
  const std::vector<FittedColumn> columns{{{"ITERATION", Align::right, 9}},
                                          {{"CHANGED", Align::left, 16}},
                                          {{"FROM"}},
                                          {{"TO"}},
                                          {{"REASON"}, k_room_for_task}};
  return table_or_lines(columns, rows, {1}, terminal);
}

std::string text_patterns(const LoopDetails& details, const Terminal& terminal) {
  Rows rows;
  for (const LoopPattern& one : details.patterns) {
    rows.push_back({{one.pattern_id.value_or("")},
                    {one.pattern_name.value_or("")},
                    {number_text(one.iteration)},
                    {time_of(one.timestamp, terminal)},
                    {one.severity.value_or("")},
                    {one.is_false_positive ? "false positive" : "", Tint::dim}});
  }
  const std::vector<FittedColumn> columns{{{"PATTERN"}},
                                          {{"NAME"}},
                                          {{"ITERATION", Align::right, 9}},
                                          {{"FOUND", Align::left, 16}},
                                          {{"SEVERITY"}},
                                          {{"", Align::left, 14}}};
  return table_or_lines(columns, rows, {3}, terminal);
}

}  // namespace

std::string text_loops(const std::vector<Loop>& loops, const Terminal& terminal) {
  Rows rows;
  for (const Loop& loop : loops) {
    rows.push_back({{loop.loop_id},
                    status_cell(loop),
                    {iterations_text(loop)},
                    {score_text(best_score(loop))},
                    {score_text(last_score(loop))},
                    {sparkline(loop.scores, k_listed_scores, terminal)},
                    {loop.task.value_or("")}});
  }
  const std::vector<FittedColumn> columns{{{"ID", Align::left, 45}},        {{"STATUS", Align::left, 9}},
                                          {{"ITERATION", Align::right, 9}}, {{"BEST", Align::right, 4}},
                                          {{"LAST", Align::right, 4}},      {{"QUALITY", Align::left, 12}},
                                          {{"TASK"}, k_room_for_task}};
  return table_or_lines(columns, rows, {4, 2, 5}, terminal);
}

std::string text_loop(const LoopDetails& details, const Terminal& terminal) {
  auto facts = loop_facts(details);
  if (!details.loop.scores.empty()) {
    facts.emplace_back("quality", sparkline(details.loop.scores, k_shown_scores, terminal));
  }
  std::string text = terminal.is_terminal ? shown(details.loop.loop_id, terminal) + "\n"
                                          : tab_separated_line({{"id"}, {details.loop.loop_id}}, terminal);
  std::size_t width = 0;
  for (const auto& fact : facts) {
    width = std::max(width, fact.first.size());
  }
  for (const auto& [name, value] : facts) {
    text += terminal.is_terminal
                ? fmt::format("  {:<{}}  {}\n", shown(name, terminal), width, shown(value, terminal))
                : tab_separated_line({{name}, {value}}, terminal);
  }
  return text;
}

std::string text_entries(LoopVerb verb, const LoopDetails& details, const Terminal& terminal) {
  switch (verb) {
    case LoopVerb::iterations:
      return text_iterations(details, terminal);
    case LoopVerb::best:
      return text_best(details, terminal);
    case LoopVerb::regressions:
      return text_regressions(details, terminal);
    case LoopVerb::recoveries:
      return text_recoveries(details, terminal);
    case LoopVerb::levels:
      return text_levels(details, terminal);
    default:
      return text_patterns(details, terminal);
  }
}

std::string text_compared(const LoopDetails& first, const LoopDetails& second, const Terminal& terminal) {
  Rows rows;
  rows.push_back({{"id"}, {first.loop.loop_id}, {second.loop.loop_id}});
  for (const auto& facts : {compared_facts(first, second), compared_scores(first, second)}) {
    for (const ComparedFact& fact : facts) {
      rows.push_back({{fact.name}, {fact.first}, {fact.second}});
    }
  }
  rows.push_back({{"quality"},
                  {sparkline(first.loop.scores, k_shown_scores, terminal)},
                  {sparkline(second.loop.scores, k_shown_scores, terminal)}});
  const std::vector<FittedColumn> columns{
      {{"", Align::left, 12}}, {{"FIRST"}, k_room_for_task}, {{"SECOND"}, k_room_for_task}};
  return table_or_lines(columns, rows, {}, terminal);
}

std::string text_changed(LoopVerb verb, const LoopChanged& changed, const Terminal& terminal) {
  if (verb == LoopVerb::start) {
    return changed.loop_id + "\n";
  }
  if (!terminal.is_terminal) {
    std::vector<TableCell> cells{{changed.loop_id}, {changed.status}, {std::to_string(changed.version)}};
    if (!changed.entry_id.empty()) {
      cells.push_back({changed.entry_id});
    }
    return tab_separated_line(cells, terminal);
  }
  return fmt::format("{}: {}, version {}{}\n", shown(changed.loop_id, terminal),
                     tinted(changed.status, tint_of_status(changed.status), terminal), changed.version,
                     changed.entry_id.empty() ? "" : ", " + shown(changed.entry_id, terminal));
}

std::string text_consequences(const LoopChanged& changed) {
  std::string text;
  if (changed.quality_score.has_value()) {
    text = fmt::format("iteration {}: {} ({})", changed.iteration.value_or(0),
                       score_text(changed.quality_score), delta_text(changed.quality_delta));
    if (changed.is_new_best) {
      text += ", the best so far";
    } else if (changed.best.has_value()) {
      text += fmt::format(", the best is iteration {} with {}", changed.best->iteration,
                          score_text(changed.best->quality_score));
    }
    text += "\n";
  }
  if (!changed.escalation.empty()) {
    text += fmt::format("level {}: {}\n", changed.reinforcement_level, changed.escalation);
  }
  return text;
}

}  // namespace rlmdb::cli
