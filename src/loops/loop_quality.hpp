// SPDX-License-Identifier: MIT
/// The figures of a loop: the weighted score, the best iteration, when the reinforcement level goes up.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rlmdb::loops {

/// One part of quality_breakdown and what it weighs in the score.
struct QualityPart {
  std::string_view name;
  int percent;
};

inline constexpr std::array k_quality_parts = {QualityPart{"validation", 30}, QualityPart{"completeness", 25},
                                               QualityPart{"correctness", 25}, QualityPart{"readability", 10},
                                               QualityPart{"efficiency", 10}};

/// The score of a breakdown, in the order of k_quality_parts, rounded to 0.01.
[[nodiscard]] double weighted_score(const std::array<double, k_quality_parts.size()>& parts) noexcept;

/// Whether `given` can be `computed`: they differ by no more than 0.01, or `given` is `computed` rounded to a
/// whole number.
[[nodiscard]] bool agrees(double given, double computed) noexcept;

/// a - b without the noise of binary fractions: rounded to a millionth.
[[nodiscard]] double difference(double a, double b) noexcept;

struct ScoredIteration {
  std::int64_t iteration = 0;
  double score = 0;
};

/// The place of the best: the highest score, of equal ones the first. nullopt: there is none.
[[nodiscard]] std::optional<std::size_t> best_of(std::span<const ScoredIteration> iterations) noexcept;

/// A change of the reinforcement level.
struct Escalation {
  std::string_view to;
  std::string reason;
};

[[nodiscard]] bool is_reinforcement_level(std::string_view level) noexcept;

/// From these iterations on, the level is at least that.
struct LevelThreshold {
  std::int64_t iteration;
  std::string_view level;
};
inline constexpr std::array k_level_thresholds = {LevelThreshold{5, "STANDARD"},
                                                  LevelThreshold{10, "AGGRESSIVE"}};

/// A quality that moves by less than this, three iterations long, stands still.
inline constexpr double k_plateau_delta = 5;
inline constexpr std::size_t k_plateau_iterations = 3;

/// What an iteration does to the level, one step at most: a threshold, else a plateau. `deltas`: of the
/// iterations after the one in which the level changed last, newest last. OFF and ADAPTIVE stay.
[[nodiscard]] std::optional<Escalation> escalation_after(std::string_view level, std::int64_t iteration,
                                                         std::span<const double> deltas);

/// What a regression does to it: one step.
[[nodiscard]] std::optional<Escalation> escalation_by_regression(std::string_view level,
                                                                 std::int64_t iteration);

}  // namespace rlmdb::loops
