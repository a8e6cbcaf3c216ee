// SPDX-License-Identifier: MIT
#include "loops/loop_quality.hpp"

#include <algorithm>
#include <cmath>

#include "rlmdb/words.hpp"

namespace rlmdb::loops {

namespace {

/// Rising; OFF and ADAPTIVE stand beside it.
constexpr std::array<std::string_view, 3> k_ladder = {"MINIMAL", "STANDARD", "AGGRESSIVE"};

/// k_ladder.size() where it is not on it.
std::size_t step_of(std::string_view level) noexcept {
  return static_cast<std::size_t>(std::find(k_ladder.begin(), k_ladder.end(), level) - k_ladder.begin());
}

std::optional<std::string_view> next_level(std::string_view level) noexcept {
  const std::size_t next = step_of(level) + 1;
  return next < k_ladder.size() ? std::optional(k_ladder.at(next)) : std::nullopt;
}

bool is_plateau(std::span<const double> deltas) noexcept {
  if (deltas.size() < k_plateau_iterations) return false;
  const auto newest = deltas.last(k_plateau_iterations);
  return std::all_of(newest.begin(), newest.end(),
                     [](double delta) { return std::abs(delta) < k_plateau_delta; });
}

}  // namespace

double weighted_score(const std::array<double, k_quality_parts.size()>& parts) noexcept {
  double sum = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) sum += parts.at(i) * k_quality_parts.at(i).percent;
  return std::round(sum) / 100;  // sum is the score in hundredths
}

bool agrees(double given, double computed) noexcept {
  constexpr double k_noise = 1e-9;
  const double apart = std::abs(given - computed);
  return apart <= 0.01 + k_noise || (std::floor(given) == given && apart <= 0.5 + k_noise);
}

double difference(double a, double b) noexcept {
  constexpr double k_million = 1e6;
  return std::round((a - b) * k_million) / k_million;
}

std::optional<std::size_t> best_of(std::span<const ScoredIteration> iterations) noexcept {
  const auto best =
      std::max_element(iterations.begin(), iterations.end(),
                       [](const ScoredIteration& a, const ScoredIteration& b) { return a.score < b.score; });
  if (best == iterations.end()) return std::nullopt;
  return static_cast<std::size_t>(best - iterations.begin());
}

bool is_reinforcement_level(std::string_view level) noexcept {
  return std::find(k_reinforcement_levels.begin(), k_reinforcement_levels.end(), level) !=
         k_reinforcement_levels.end();
}

std::optional<Escalation> escalation_after(std::string_view level, std::int64_t iteration,
                                           std::span<const double> deltas) {
  const auto next = next_level(level);
  if (!next) return std::nullopt;
  for (const LevelThreshold& threshold : k_level_thresholds)
    if (iteration >= threshold.iteration && step_of(level) < step_of(threshold.level))
      return Escalation{*next, "Iteration " + std::to_string(threshold.iteration) + " threshold reached"};
  if (is_plateau(deltas)) return Escalation{*next, "Quality plateau detected (3 iterations < 5% delta)"};
  return std::nullopt;
}

std::optional<Escalation> escalation_by_regression(std::string_view level, std::int64_t iteration) {
  const auto next = next_level(level);
  if (!next) return std::nullopt;
  return Escalation{*next, "Regression detected in iteration " + std::to_string(iteration)};
}

}  // namespace rlmdb::loops
