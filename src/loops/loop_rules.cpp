// SPDX-License-Identifier: MIT
#include "loops/loop_rules.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "loops/loop_facts.hpp"
#include "rlmdb/words.hpp"
#include "schemas/rule_parts.hpp"

namespace rlmdb::loops {

namespace {

using Rule = LoopMemberRule;
using Token = std::string_view;
using namespace schemas::parts;
using enum schemas::ValueKind;
using enum schemas::Need;

/// The rules of an entry as a verb is given it, which itself adds `added` where they are missing.
template <std::size_t Count, std::size_t Added>
constexpr std::array<Rule, Count> as_given(std::array<Rule, Count> rules, const Token (&added)[Added]) {
  for (Rule& rule : rules)
    if (std::find(std::begin(added), std::end(added), rule.name) != std::end(added)) rule.need = optional;
  return rules;
}

constexpr LoopRange k_percents{0, 100};

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

constexpr std::array k_iteration = {
    Rule{"iteration", integer, required, &k_from_one},
    Rule{"timestamp", time, required},
    Rule{"quality_score", number, required, &k_percents},
    Rule{"quality_delta", number},
    Rule{"quality_breakdown", object, optional, nullptr, {}, k_breakdown},
    Rule{"artifacts", array, required, nullptr, {}, k_artifact},
    Rule{"snapshot_path", text},
    Rule{"test_results", object, nullable, nullptr, {}, k_tests},
    Rule{"metrics_snapshot", object, optional, nullptr, {}, k_snapshot},
    Rule{"regression_detected", boolean},
    Rule{"recovery_attempted", boolean},
};

constexpr std::array k_iteration_given =
    as_given(k_iteration, {"iteration", "timestamp", "quality_score", "artifacts"});

constexpr Rule k_details[] = {{"baseline_value", any}, {"current_value", any}, {"diff", object}};

constexpr std::array k_regression = {
    Rule{"event_id", text, optional, nullptr, {}, {}, &schemas::k_uuid_form},
    Rule{"timestamp", time, required},
    Rule{"iteration", integer, required, &k_from_one},
    Rule{"regression_type", text, required, nullptr, k_regression_types},
    Rule{"severity", text, required, nullptr, k_severities},
    Rule{"details", object, optional, nullptr, {}, k_details},
    Rule{"recovery_protocol_invoked", boolean},
    Rule{"recovery_outcome", text, nullable, nullptr, k_outcomes_of_regression},
    Rule{"human_gate_invoked", boolean},
    Rule{"human_decision", text, nullable, nullptr, k_decisions},
};

constexpr std::array k_regression_given = as_given(k_regression, {"timestamp", "iteration"});
constexpr std::array k_regression_update =
    as_given(k_regression, {"timestamp", "iteration", "regression_type", "severity"});

constexpr Rule k_pause[] = {{"executed_at", time},
                            {"actions", array, optional, nullptr, {}, {}, nullptr, text}};
constexpr Rule k_diagnose[] = {
    {"executed_at", time}, {"root_cause", text}, {"confidence", number, optional, &k_shares}};
constexpr Rule k_adapt[] = {{"executed_at", time},
                            {"strategy", text},
                            {"changes_made", array, optional, nullptr, {}, {}, nullptr, text}};
constexpr Rule k_retry[] = {{"executed_at", time},
                            {"retry_iteration", integer, optional, &k_from_one},
                            {"outcome", text, optional, nullptr, k_outcomes_of_retry}};
constexpr Rule k_escalate[] = {{"executed_at", time}, {"reason", text}, {"human_decision", text}};

constexpr Rule k_steps[] = {
    {"pause", object, optional, nullptr, {}, k_pause},
    {"diagnose", object, optional, nullptr, {}, k_diagnose},
    {"adapt", object, optional, nullptr, {}, k_adapt},
    {"retry", object, optional, nullptr, {}, k_retry},
    {"escalate", object, nullable, nullptr, {}, k_escalate},
};

constexpr std::array k_recovery = {
    Rule{"recovery_id", text, optional, nullptr, {}, {}, &schemas::k_uuid_form},
    Rule{"timestamp", time, required},
    Rule{"iteration", integer, required, &k_from_one},
    Rule{"trigger", text, required},
    Rule{"protocol_steps", object, optional, nullptr, {}, k_steps},
    Rule{"outcome", text, optional, nullptr, k_outcomes_of_recovery},
};
constexpr std::array k_recovery_given = as_given(k_recovery, {"timestamp", "iteration"});

constexpr std::array k_pattern_given = {
    Rule{"pattern_id", text, required},
    Rule{"pattern_name", text},
    Rule{"iteration", integer, optional, &k_from_one},
    Rule{"timestamp", time},
    Rule{"severity", text, optional, nullptr, k_severities},
    Rule{"false_positive", boolean},
};
constexpr std::array k_pattern = as_given(k_pattern_given, {"pattern_id"});

constexpr Rule k_reinforcement[] = {
    {"timestamp", time}, {"iteration", integer}, {"from_level", text}, {"to_level", text}, {"reason", text},
};

constexpr Rule k_persistence[] = {
    {"detection_latency_p95_ms", integer, optional, &k_counts},
    {"detection_latency_p99_ms", integer, optional, &k_counts},
    {"integration_overhead_percentage", number},
    {"false_positive_rate", number, optional, &k_shares},
    {"true_positive_count", integer, optional, &k_counts},
    {"false_positive_count", integer, optional, &k_counts},
};

// Those of the schema, then those that the legacy programs write.
constexpr Token k_statuses[] = {"running", "paused",         "completing", "completed",
                                "failed",  "aborted",        "crashed",    "success",
                                "waiting", "max_iterations", "timeout",    "recovering"};

constexpr Rule k_best[] = {
    {"iteration", integer, optional, &k_from_one},
    {"quality_score", number, optional, &k_percents},
    {"snapshot_path", text},
    {"updated_at", time},
    {"selection_reason", text},
};

constexpr Rule k_loop[] = {
    {"version", text},
    {"loop_id", text, optional, nullptr, {}, {}, &schemas::k_loop_id_form},
    {"status", text, optional, nullptr, k_statuses},
    {"iteration", integer, optional, &k_counts},
    {"task", text},
    {"completion_criteria", text},
    {"started_at", time},
    {"last_updated", time},
    {"baseline_metrics", object, optional, nullptr, {}, k_baseline},
    {"iteration_history", array, optional, nullptr, {}, k_iteration},
    {"best_iteration", object, nullable, nullptr, {}, k_best},
    {"regression_events", array, optional, nullptr, {}, k_regression},
    {"reinforcement_level", text, optional, nullptr, k_reinforcement_levels},
    {"reinforcement_history", array, optional, nullptr, {}, k_reinforcement},
    {"recovery_attempts", integer, optional, &k_counts},
    {"recovery_history", array, optional, nullptr, {}, k_recovery},
    {"detection_enabled", boolean},
    {"detected_patterns", array, optional, nullptr, {}, k_pattern},
    {"persistence_metrics", object, optional, nullptr, {}, k_persistence},
};

}  // namespace

std::span<const LoopMemberRule> baseline_rules() noexcept {
  return k_baseline;
}

std::span<const LoopMemberRule> iteration_rules() noexcept {
  return k_iteration_given;
}

std::span<const LoopMemberRule> regression_rules() noexcept {
  return k_regression_given;
}

std::span<const LoopMemberRule> regression_update_rules() noexcept {
  return k_regression_update;
}

std::span<const LoopMemberRule> recovery_rules() noexcept {
  return k_recovery_given;
}

std::span<const LoopMemberRule> pattern_rules() noexcept {
  return k_pattern_given;
}

std::span<const LoopMemberRule> pattern_update_rules() noexcept {
  return k_pattern;
}

std::span<const LoopMemberRule> persistence_rules() noexcept {
  return k_persistence;
}

void judge_loop(std::string_view document, std::string_view directory, const schemas::UseFault& use) {
  schemas::judge_members(document, k_loop, {}, use);
  if (directory.empty()) return;
  for (const MemberPlace& place : places_of(document, LoopFact::loop_id)) {
    const std::string_view raw = member_at(document, place);
    const auto id = json::text_of(raw);
    if (id && *id != directory)
      use({pointer_to(place), raw, schemas::FaultKind::token, std::string(directory) + ", as its directory"});
  }
}

}  // namespace rlmdb::loops
