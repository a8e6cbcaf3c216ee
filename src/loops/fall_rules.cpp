// SPDX-License-Identifier: MIT
#include "loops/fall_rules.hpp"

#include <array>

#include "json/json_members.hpp"
#include "json/json_number.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "loops/loop_check.hpp"

namespace rlmdb::loops {

namespace {

/// A metric that is worse when it is lower: where an entry says it, and what its fall is.
struct FallingMetric {
  std::string_view name;      ///< in baseline_metrics and metrics_snapshot
  std::string_view of_tests;  ///< in test_results, for an entry without a snapshot
  std::string_view regression_type;
  std::string_view severity;
};

constexpr std::array k_falling_metrics = {
    FallingMetric{"test_count", "total", "test_deletion", "critical"},
    FallingMetric{"coverage_percentage", "coverage", "coverage_regression", "high"}};

/// "" for anything but a number.
std::string_view number_in(std::string_view object, std::string_view name) {
  const std::string_view raw = json::find_member(object, name);
  return !raw.empty() && json::kind_of(raw) == json::JsonKind::number ? raw : std::string_view();
}

std::string_view said_by(std::string_view entry, const FallingMetric& metric) {
  const std::string_view own = number_in(json::find_member(entry, "metrics_snapshot"), metric.name);
  return own.empty() ? number_in(json::find_member(entry, "test_results"), metric.of_tests) : own;
}

}  // namespace

std::vector<LoopFall> falls_below(std::string_view baseline, std::string_view entry) {
  std::vector<LoopFall> falls;
  for (const FallingMetric& metric : k_falling_metrics) {
    const std::string_view before = number_in(baseline, metric.name);
    const std::string_view now = said_by(entry, metric);
    if (before.empty() || now.empty() || number_of(now) >= number_of(before)) continue;
    falls.push_back({std::string(metric.name),
                     std::string(metric.regression_type),
                     std::string(metric.severity),
                     number_of(before),
                     number_of(now),
                     {}});
  }
  return falls;
}

std::string regression_of(const LoopFall& fall, std::int64_t iteration, std::string_view timestamp) {
  json::ObjectText details;
  details.add("baseline_value", number_text(fall.baseline));
  details.add("current_value", number_text(fall.current));
  json::ObjectText regression;
  regression.add("timestamp", json::quoted(timestamp));
  regression.add("iteration", std::to_string(iteration));
  regression.add("regression_type", json::quoted(fall.regression_type));
  regression.add("severity", json::quoted(fall.severity));
  regression.add("details", details.finish());
  return regression.finish();
}

}  // namespace rlmdb::loops
