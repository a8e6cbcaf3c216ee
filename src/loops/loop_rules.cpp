// SPDX-License-Identifier: MIT
#include "loops/loop_rules.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>

#include "rlmdb/words.hpp"

namespace rlmdb::loops {

namespace {

using Rule = LoopMemberRule;
using Token = std::string_view;
using enum LoopValue;
using enum LoopNeed;

constexpr double k_no_end = std::numeric_limits<double>::infinity();
constexpr LoopRange k_counts{0, k_no_end};
constexpr LoopRange k_numbers{1, k_no_end};
constexpr LoopRange k_percents{0, 100};
constexpr LoopRange k_shares{0, 1};

constexpr Token k_regression_types[] = {"test_deletion",       "test_skipping",     "feature_removal",
                                        "coverage_regression", "validation_bypass", "assertion_weakening",
                                        "error_suppression"};
constexpr Token k_outcomes_of_regression[] = {"success", "failed", "escalated", "skipped"};
constexpr Token k_decisions[] = {"approve", "reject", "abort"};
constexpr Token k_outcomes_of_recovery[] = {"success", "failed", "escalated", "aborted"};
constexpr Token k_outcomes_of_retry[] = {"success", "failed"};

constexpr Rule k_baseline[] = {
    {"captured_at", time, required},
    {"test_count", integer, required, &k_counts},
    {"coverage_percentage", number, required, &k_percents},
    {"typescript_errors", integer, nullable, &k_counts},
    {"lint_errors", integer, nullable, &k_counts},
    {"lint_warnings", integer, nullable, &k_counts},
    {"file_count", integer, optional, &k_counts},
    {"lines_of_code", integer, optional, &k_counts},
    {"custom_metrics", object},
};

constexpr Rule k_breakdown[] = {
    {"validation", number, optional, &k_percents},  {"completeness", number, optional, &k_percents},
    {"correctness", number, optional, &k_percents}, {"readability", number, optional, &k_percents},
    {"efficiency", number, optional, &k_percents},
};

constexpr Rule k_artifact[] = {{"path", text}, {"hash", text}, {"size_bytes", integer, optional, &k_counts}};

constexpr Rule k_tests[] = {
    {"total", integer, optional, &k_counts},     {"passed", integer, optional, &k_counts},
    {"failed", integer, optional, &k_counts},    {"skipped", integer, optional, &k_counts},
    {"coverage", number, optional, &k_percents},
};

constexpr Rule k_snapshot[] = {
    {"test_count", integer, optional, &k_counts},
    {"coverage_percentage", number, optional, &k_percents},
    {"typescript_errors", integer, nullable, &k_counts},
    {"lint_errors", integer, nullable, &k_counts},
};

// iteration, timestamp, quality_score and artifacts are required of the entry, and added where they are
// missing.
constexpr Rule k_iteration[] = {
    {"iteration", integer, optional, &k_numbers},
    {"timestamp", time},
    {"quality_score", number, optional, &k_percents},
    {"quality_delta", number},
    {"quality_breakdown", object, optional, nullptr, {}, k_breakdown},
    {"artifacts", array, optional, nullptr, {}, k_artifact},
    {"snapshot_path", text},
    {"test_results", object, nullable, nullptr, {}, k_tests},
    {"metrics_snapshot", object, optional, nullptr, {}, k_snapshot},
    {"regression_detected", boolean},
    {"recovery_attempted", boolean},
};

constexpr Rule k_details[] = {{"baseline_value", any}, {"current_value", any}, {"diff", object}};

constexpr std::array k_regression = {
    Rule{"event_id", text},
    Rule{"timestamp", time},
    Rule{"iteration", integer, optional, &k_numbers},
    Rule{"regression_type", text, required, nullptr, k_regression_types},
    Rule{"severity", text, required, nullptr, k_severities},
    Rule{"details", object, optional, nullptr, {}, k_details},
    Rule{"recovery_protocol_invoked", boolean},
    Rule{"recovery_outcome", text, nullable, nullptr, k_outcomes_of_regression},
    Rule{"human_gate_invoked", boolean},
    Rule{"human_decision", text, nullable, nullptr, k_decisions},
};

/// The same for an entry that is there.
template <std::size_t k_size>
constexpr std::array<Rule, k_size> none_required(std::array<Rule, k_size> rules) {
  for (Rule& rule : rules)
    if (rule.need == required) rule.need = optional;
  return rules;
}

constexpr std::array k_regression_update = none_required(k_regression);

constexpr Rule k_pause[] = {{"executed_at", time}, {"actions", array}};
constexpr Rule k_diagnose[] = {
    {"executed_at", time}, {"root_cause", text}, {"confidence", number, optional, &k_shares}};
constexpr Rule k_adapt[] = {{"executed_at", time}, {"strategy", text}, {"changes_made", array}};
constexpr Rule k_retry[] = {{"executed_at", time},
                            {"retry_iteration", integer, optional, &k_numbers},
                            {"outcome", text, optional, nullptr, k_outcomes_of_retry}};
constexpr Rule k_escalate[] = {{"executed_at", time}, {"reason", text}, {"human_decision", text}};

constexpr Rule k_steps[] = {
    {"pause", object, optional, nullptr, {}, k_pause},
    {"diagnose", object, optional, nullptr, {}, k_diagnose},
    {"adapt", object, optional, nullptr, {}, k_adapt},
    {"retry", object, optional, nullptr, {}, k_retry},
    {"escalate", object, nullable, nullptr, {}, k_escalate},
};

constexpr Rule k_recovery[] = {
    {"recovery_id", text},
    {"timestamp", time},
    {"iteration", integer, optional, &k_numbers},
    {"trigger", text, required},
    {"protocol_steps", object, optional, nullptr, {}, k_steps},
    {"outcome", text, optional, nullptr, k_outcomes_of_recovery},
};

constexpr std::array k_pattern = {
    Rule{"pattern_id", text, required},
    Rule{"pattern_name", text},
    Rule{"iteration", integer, optional, &k_numbers},
    Rule{"timestamp", time},
    Rule{"severity", text, optional, nullptr, k_severities},
    Rule{"false_positive", boolean},
};

constexpr std::array k_pattern_update = none_required(k_pattern);

constexpr Rule k_persistence[] = {
    {"detection_latency_p95_ms", integer, optional, &k_counts},
    {"detection_latency_p99_ms", integer, optional, &k_counts},
    {"integration_overhead_percentage", number},
    {"false_positive_rate", number, optional, &k_shares},
    {"true_positive_count", integer, optional, &k_counts},
    {"false_positive_count", integer, optional, &k_counts},
};

bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

/// Takes a beginning of `text` that has the form, where 0 stands for a digit.
bool take(std::string_view& text, std::string_view form) noexcept {
  if (text.size() < form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i)
    if (form[i] == '0' ? !is_digit(text[i]) : text[i] != form[i]) return false;
  text.remove_prefix(form.size());
  return true;
}

int two_digits(std::string_view text, std::size_t at) noexcept {
  return (text[at] - '0') * 10 + (text[at + 1] - '0');
}

bool is_on_a_clock(std::string_view text) noexcept {
  constexpr std::size_t k_month = 5, k_day = 8, k_hour = 11, k_minute = 14, k_second = 17;
  const std::chrono::year_month_day date{std::chrono::year(two_digits(text, 0) * 100 + two_digits(text, 2)),
                                         std::chrono::month(static_cast<unsigned>(two_digits(text, k_month))),
                                         std::chrono::day(static_cast<unsigned>(two_digits(text, k_day)))};
  return date.ok() && two_digits(text, k_hour) < 24 && two_digits(text, k_minute) < 60 &&
         two_digits(text, k_second) <= 60;
}

}  // namespace

std::string_view to_text(LoopValue value) noexcept {
  constexpr std::array<std::string_view, 8> k_names = {
      "a value",   "a text",         "a time like 2026-02-02T21:15:00Z",
      "a number",  "a whole number", "true or false",
      "an object", "an array"};
  return k_names.at(static_cast<std::size_t>(value));
}

std::span<const LoopMemberRule> baseline_rules() noexcept {
  return k_baseline;
}

std::span<const LoopMemberRule> iteration_rules() noexcept {
  return k_iteration;
}

std::span<const LoopMemberRule> regression_rules() noexcept {
  return k_regression;
}

std::span<const LoopMemberRule> regression_update_rules() noexcept {
  return k_regression_update;
}

std::span<const LoopMemberRule> recovery_rules() noexcept {
  return k_recovery;
}

std::span<const LoopMemberRule> pattern_rules() noexcept {
  return k_pattern;
}

std::span<const LoopMemberRule> pattern_update_rules() noexcept {
  return k_pattern_update;
}

std::span<const LoopMemberRule> persistence_rules() noexcept {
  return k_persistence;
}

bool is_date_time(std::string_view text) noexcept {
  std::string_view rest = text;
  if (!take(rest, "0000-00-00T00:00:00") || !is_on_a_clock(text)) return false;
  if (rest.starts_with('.')) {
    const auto end = std::find_if_not(rest.begin() + 1, rest.end(), is_digit);
    if (end == rest.begin() + 1) return false;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.begin()));
  }
  return rest == "Z" || ((take(rest, "+00:00") || take(rest, "-00:00")) && rest.empty());
}

}  // namespace rlmdb::loops
