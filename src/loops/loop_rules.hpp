// SPDX-License-Identifier: MIT
/// THE table: what the members of a loop's entries have to be, for those that are written here. An import
/// takes others as they are.
#pragma once

#include <span>
#include <string_view>

namespace rlmdb::loops {

enum class LoopValue { any, text, time, number, integer, boolean, object, array };

/// "a text", "a whole number"…
[[nodiscard]] std::string_view to_text(LoopValue value) noexcept;

enum class LoopNeed { optional, nullable, required };

/// From `least` to `most`.
struct LoopRange {
  double least;
  double most;
};

struct LoopMemberRule {
  std::string_view name;
  LoopValue value = LoopValue::any;
  LoopNeed need = LoopNeed::optional;
  const LoopRange* range = nullptr;               ///< of a number
  std::span<const std::string_view> tokens = {};  ///< of a text: one of these
  std::span<const LoopMemberRule> inside = {};    ///< of an object; of an array of each element
};

[[nodiscard]] std::span<const LoopMemberRule> baseline_rules() noexcept;
[[nodiscard]] std::span<const LoopMemberRule> iteration_rules() noexcept;
[[nodiscard]] std::span<const LoopMemberRule> regression_rules() noexcept;
/// Of members that are set in a regression that is there: the same, and none is required.
[[nodiscard]] std::span<const LoopMemberRule> regression_update_rules() noexcept;
[[nodiscard]] std::span<const LoopMemberRule> recovery_rules() noexcept;
[[nodiscard]] std::span<const LoopMemberRule> pattern_rules() noexcept;
/// The same of a pattern that is there.
[[nodiscard]] std::span<const LoopMemberRule> pattern_update_rules() noexcept;
[[nodiscard]] std::span<const LoopMemberRule> persistence_rules() noexcept;

/// "2026-02-02T21:15:00Z": ISO 8601 with seconds, or parts of them, and a zone.
[[nodiscard]] bool is_date_time(std::string_view text) noexcept;

}  // namespace rlmdb::loops
