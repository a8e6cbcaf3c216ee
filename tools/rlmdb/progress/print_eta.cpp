// SPDX-License-Identifier: MIT
#include "progress/print_eta.hpp"

#include <fmt/format.h>

#include <vector>

#include "format/json_writer.hpp"
#include "format/units_text.hpp"
#include "frame/stuck_lines.hpp"
#include "terminal/visible_text.hpp"
#include "trees/print_trees.hpp"
#include "trees/tree_columns.hpp"

namespace rlmdb::cli {
namespace {

std::string simple_line(const TreeProgress& progress) {
  const std::string left =
      counted(static_cast<std::uint64_t>(progress.remaining_tasks), "task", "tasks") + " left";
  if (progress.stuck > 0) return fmt::format("ETA: unknown ({}, {} of them stuck)\n", left, progress.stuck);
  if (progress.remaining_tasks == 0 && !progress.eta_ms.has_value() && progress.failed > 0) {
    return fmt::format("ETA: unknown (nothing is queued or running, {} failed: rlmdb recover {})\n",
                       progress.failed, make_visible(progress.tree_id.text));
  }
  if (!progress.avg_duration_ms.has_value()) {
    return fmt::format("ETA: unknown ({}, no completed task to take an average of)\n", left);
  }
  const std::string waits = progress.waits_ms > 0 ? "; the last that is scheduled or held begins in " +
                                                        human_duration(progress.waits_ms)
                                                  : "";
  return fmt::format("ETA: {}{} ({}, {} each on average{})\n", progress.remaining_tasks > 0 ? "~" : "",
                     progress.eta_human, left, human_duration(*progress.avg_duration_ms), waits);
}

std::string exact_percent(const std::optional<double>& percent) {
  return percent.has_value() ? fmt::format("{:.1f}%", *percent) : std::string("unknown");
}

void add_points(JsonObject& object, const BacktestLine& line) {
  const auto add_errors = [](JsonObject& part, const FormulaErrors& errors) {
    part.add("known", errors.known).add("median_error_percent", errors.median_error_percent);
  };
  const auto add_all_errors = [&](JsonObject& part, const FormulaErrors& errors) {
    add_errors(part, errors);
    part.add("within_p90_percent", errors.within_p90_percent);
  };
  object.add("points", line.points)
      .add_object("simple", line.simple, add_errors)
      .add_object("better", line.better, add_all_errors);
}

void add_ended_line(JsonObject& object, const BacktestLine& line) {
  object.add("at_percent", NumberOf<k_backtest_percents>{line.at_percent.value_or(0)});
  add_points(object, line);
}

Tint tint_of_line(const BacktestLine& line) {
  return line.at_percent.has_value() ? Tint::none : Tint::bold;
}

std::string ended_text(const BacktestLine& line) {
  return line.at_percent.has_value() ? std::to_string(*line.at_percent) : "all";
}

TableCell ended_cell(const BacktestLine& line) {
  return {ended_text(line) + (line.at_percent.has_value() ? "%" : ""), tint_of_line(line)};
}

/// A column about one of the two formulas.
template <class Number>
Column<BacktestLine> column_of(std::string name, FormulaErrors BacktestLine::*formula,
                               Number FormulaErrors::*number, Look look) {
  const auto value = [formula, number](const BacktestLine& line) { return line.*formula.*number; };
  if constexpr (std::same_as<Number, std::int64_t>) {
    return {std::move(name), value, std::move(look), tint_of_line};
  } else {
    return {std::move(name), value, std::move(look), [value](const BacktestLine& line) {
              return TableCell{exact_percent(value(line)), tint_of_line(line)};
            }};
  }
}

}  // namespace

const Rows<BacktestLine>& backtest_rows() {
  using Line = BacktestLine;
  using Errors = FormulaErrors;
  static const Rows<Line> k_rows(
      {},
      {{"at_percent", ended_text, {"ENDED", 5}, ended_cell},
       {"points", &Line::points, {"POINTS", 6}, tint_of_line},
       column_of("simple_known", &Line::simple, &Errors::known, {"KNOWN", 5}),
       column_of("simple_median_error_percent", &Line::simple, &Errors::median_error_percent, {"SIMPLE", 6}),
       column_of("better_known", &Line::better, &Errors::known, {"KNOWN", 5}),
       column_of("better_median_error_percent", &Line::better, &Errors::median_error_percent, {"BETTER", 6}),
       column_of("better_within_p90_percent", &Line::better, &Errors::within_p90_percent, {"IN P90", 6})},
      {});
  return k_rows;
}

std::string likely_text(const TimeEstimate& estimate) {
  if (!estimate.p50_ms.has_value() || !estimate.p90_ms.has_value()) {
    return fmt::format("unknown ({})", make_visible(estimate.reason));
  }
  const auto count = [](std::int64_t number, std::string_view singular, std::string_view plural) {
    return counted(static_cast<std::uint64_t>(number), singular, plural);
  };
  std::string from = count(estimate.samples, "duration", "durations") + " of this tree";
  if (estimate.earlier_samples > 0) {
    from +=
        fmt::format(", {} of earlier ones", count_text(static_cast<std::uint64_t>(estimate.earlier_samples)));
  }
  return fmt::format("~{}, nine times of ten within {} ({} at once; {})", human_duration(*estimate.p50_ms),
                     human_duration(*estimate.p90_ms), estimate.parallelism, from);
}

std::string text_eta(const TreeEstimate& estimate) {
  const std::string likely = estimate.progress.remaining_tasks == 0 && estimate.estimate.p50_ms.has_value()
                                 ? std::string("0s")
                                 : likely_text(estimate.estimate);
  return text_stuck(estimate.stuck, {}) + simple_line(estimate.progress) + "Likely: " + likely + "\n" +
         text_process_gone(estimate.progress.process_gone, {});
}

std::string text_backtest(const Backtest& backtest, const Terminal& terminal) {
  std::vector<BacktestLine> lines = backtest.lines;
  lines.push_back(backtest.all);
  return backtest_rows().text(lines, terminal);
}

void add_estimate(JsonObject& object, const TimeEstimate& estimate) {
  object.add("p50_ms", estimate.p50_ms, "the likely time left")
      .add("p90_ms", estimate.p90_ms, "what nine of ten such trees need")
      .add("parallelism", estimate.parallelism, "tasks at once")
      .add("samples", estimate.samples, "durations of this tree that it rests on")
      .add("earlier_samples", estimate.earlier_samples, "those of earlier trees")
      .add_or_null("unknown_because", estimate.reason);
}

std::string json_eta(const TreeEstimate& estimate) {
  const TreeProgress& progress = estimate.progress;
  JsonObject object;
  object.add("tree_id", progress.tree_id)
      .add("avg_duration_ms", progress.avg_duration_ms)
      .add("remaining_tasks", progress.remaining_tasks)
      .add("eta_ms", progress.eta_ms, k_eta_meaning)
      .add("eta_human", progress.eta_human, "unknown where eta_ms is null");
  add_estimate(object, estimate.estimate);
  object.add("process_gone", progress.process_gone);
  add_stuck(object, estimate.stuck);
  return object.text();
}

std::string json_backtest(const Backtest& backtest, const std::optional<TreeId>& tree) {
  JsonObject object;
  object.add("tree_id", tree).add("trees", backtest.trees).add("skipped", backtest.skipped);
  add_points(object, backtest.all);
  return object.add_array("lines", backtest.lines, add_ended_line).text();
}

}  // namespace rlmdb::cli
