// SPDX-License-Identifier: MIT
#include "loops/loop_columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "format/units_text.hpp"
#include "loops/loop_chart.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_room_for_text = 16;
constexpr std::string_view k_about_compared = "null where that loop has none";

std::string status_text(const Loop& loop) {
  return loop.status.value_or("") + (loop.is_archived ? " (archived)" : "");
}

std::string quality_text(const Loop& loop, const Terminal& terminal) {
  return sparkline(loop.scores, k_listed_scores, terminal);
}

std::string flags_of(const LoopIteration& one) {
  std::string flags = one.regression_detected ? "regression" : "";
  if (one.recovery_attempted) {
    flags += flags.empty() ? "recovery" : ", recovery";
  }
  return flags;
}

Tint tint_of_flags(const LoopIteration& one) {
  return one.regression_detected ? Tint::red : Tint::none;
}

}  // namespace

Tint tint_of_status(std::string_view status) {
  if (status == "completed" || status == "success") {
    return Tint::green;
  }
  if (status == "failed" || status == "crashed" || status == "aborted") {
    return Tint::red;
  }
  return status == "paused" ? Tint::yellow : Tint::blue;
}

std::string delta_text(const std::optional<double>& delta) {
  const std::string text = score_text(delta);
  return delta.has_value() && *delta > 0 ? "+" + text : text;
}

const Rows<Loop>& loop_rows() {
  static const Rows<Loop> k_rows(
      {},
      {{"loop_id", &Loop::loop_id, {"ID", 45}},
       {"status",
        status_text,
        {"STATUS", 9},
        [](const Loop& loop) { return tint_of_status(loop.status.value_or("")); }},
       {"iterations", iterations_text, {"ITERATION", 9, 0, Align::right}},
       {"best_score",
        [](const Loop& loop) { return loop.best ? std::optional(loop.best->quality_score) : std::nullopt; },
        {"BEST", 4}},
       {"last_score", last_score, {"LAST", 4}},
       {"quality", quality_text, {"QUALITY", 12}},
       {"task", &Loop::task, {"TASK", 8, k_room_for_text}}},
      {.gives_way = "last_score iterations quality"});
  return k_rows;
}

const Rows<BestIteration>& best_rows() {
  static const Rows<BestIteration> k_rows(
      {{"iteration", &BestIteration::iteration, {"ITERATION", 9}},
       {"quality_score", &BestIteration::quality_score, {"SCORE", 5}},
       {"snapshot_path", &BestIteration::snapshot_path, {"SNAPSHOT", 8, k_room_for_text}},
       {"updated_at",
        about("since when it is the best", as_time(&BestIteration::updated_at)),
        {"SINCE", time_width()}},
       {"selection_reason",
        about("why it is the best", &BestIteration::selection_reason),
        {"REASON", 8, k_room_for_text}}},
      {}, {.gives_way = "updated_at"});
  return k_rows;
}

// The JSON of what follows is the entry itself.

const Rows<LoopIteration>& iteration_rows() {
  static const Rows<LoopIteration> k_rows(
      {},
      {{"iteration", &LoopIteration::iteration, {"ITERATION", 9}},
       {"timestamp", as_time(&LoopIteration::timestamp), {"ENDED", time_width()}},
       {"quality_score", &LoopIteration::quality_score, {"SCORE", 5}},
       {"quality_delta",
        [](const LoopIteration& one) { return delta_text(one.quality_delta); },
        {"DELTA", 5, 0, Align::right}},
       {"artifacts", &LoopIteration::artifacts, {"FILES", 5}},
       {"test_count", &LoopIteration::test_count, {"TESTS", 5}},
       {"coverage_percentage", &LoopIteration::coverage_percentage, {"COVERAGE", 8}},
       {"flags", flags_of, {"", 10}, tint_of_flags}},
      {.gives_way = "artifacts timestamp"});
  return k_rows;
}

const Rows<LoopRegression>& regression_rows() {
  static const Rows<LoopRegression> k_rows(
      {},
      {{"event_id", &LoopRegression::event_id, {"EVENT"}},
       {"iteration", &LoopRegression::iteration, {"ITERATION", 9}},
       {"timestamp", as_time(&LoopRegression::timestamp), {"FOUND", time_width()}},
       {"regression_type", &LoopRegression::regression_type, {"TYPE"}},
       {"severity",
        &LoopRegression::severity,
        {"SEVERITY"},
        [](const LoopRegression& one) { return one.severity == "critical" ? Tint::red : Tint::none; }},
       {"baseline_value", &LoopRegression::baseline_value, {"FROM"}},
       {"current_value", &LoopRegression::current_value, {"TO"}},
       {"recovery_outcome", &LoopRegression::recovery_outcome, {"OUTCOME"}},
       {"human_decision", &LoopRegression::human_decision, {"DECISION"}},
       {"open", [](const LoopRegression& one) { return one.is_open ? "open" : ""; }, {"", 4}, Tint::yellow}},
      {.gives_way = "timestamp baseline_value current_value iteration human_decision"});
  return k_rows;
}

const Rows<LoopRecovery>& recovery_rows() {
  static const Rows<LoopRecovery> k_rows(
      {},
      {{"recovery_id", &LoopRecovery::recovery_id, {"RECOVERY"}},
       {"iteration", &LoopRecovery::iteration, {"ITERATION", 9}},
       {"timestamp", as_time(&LoopRecovery::timestamp), {"BEGAN", time_width()}},
       {"trigger", &LoopRecovery::trigger, {"TRIGGER"}},
       {"steps",
        [](const LoopRecovery& one) { return fmt::format("{}", fmt::join(one.steps, ", ")); },
        {"STEPS"}},
       {"outcome", &LoopRecovery::outcome, {"OUTCOME"}},
       {"root_cause", &LoopRecovery::root_cause, {"CAUSE", 8, k_room_for_text}},
       {"strategy", &LoopRecovery::strategy, {"STRATEGY", 8, k_room_for_text}}},
      {.gives_way = "strategy timestamp root_cause steps iteration"});
  return k_rows;
}

const Rows<LoopReinforcement>& level_rows() {
  static const Rows<LoopReinforcement> k_rows(
      {},
      {{"iteration", &LoopReinforcement::iteration, {"ITERATION", 9}},
       {"timestamp", as_time(&LoopReinforcement::timestamp), {"CHANGED", time_width()}},
       {"from_level", &LoopReinforcement::from_level, {"FROM"}},
       {"to_level", &LoopReinforcement::to_level, {"TO"}},
       {"reason", &LoopReinforcement::reason, {"REASON", 8, k_room_for_text}}},
      {.gives_way = "timestamp"});
  return k_rows;
}

const Rows<LoopPattern>& pattern_rows() {
  static const Rows<LoopPattern> k_rows(
      {},
      {{"pattern_id", &LoopPattern::pattern_id, {"PATTERN"}},
       {"pattern_name", &LoopPattern::pattern_name, {"NAME"}},
       {"iteration", &LoopPattern::iteration, {"ITERATION", 9}},
       {"timestamp", as_time(&LoopPattern::timestamp), {"FOUND", time_width()}},
       {"severity", &LoopPattern::severity, {"SEVERITY"}},
       {"verdict",
        [](const LoopPattern& one) { return one.is_false_positive ? "false positive" : ""; },
        {"", 14},
        Tint::dim}},
      {.gives_way = "timestamp"});
  return k_rows;
}

const Rows<ComparedFact>& compared_rows() {
  static const Rows<ComparedFact> k_rows(
      {{"name", &ComparedFact::name, {"", 12}},
       {"first", about(k_about_compared, unless_empty(&ComparedFact::first)), {"FIRST", 8, k_room_for_text}},
       {"second",
        about(k_about_compared, unless_empty(&ComparedFact::second)),
        {"SECOND", 8, k_room_for_text}}});
  return k_rows;
}

}  // namespace rlmdb::cli
