// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace rlmdb::loops {

/// The lists of a loop state document whose entries are rows. A document has some of them.
enum class LoopList {
  iteration_history,
  iterations,
  regression_events,
  reinforcement_history,
  recovery_history,
  detected_patterns
};

inline constexpr std::array k_loop_lists = {LoopList::iteration_history, LoopList::iterations,
                                            LoopList::regression_events, LoopList::reinforcement_history,
                                            LoopList::recovery_history,  LoopList::detected_patterns};

/// The member's name in the document.
[[nodiscard]] constexpr std::string_view to_text(LoopList list) noexcept {
  constexpr std::array<std::string_view, k_loop_lists.size()> names = {
      "iteration_history",     "iterations",       "regression_events",
      "reinforcement_history", "recovery_history", "detected_patterns"};
  return names.at(static_cast<std::size_t>(list));
}

}  // namespace rlmdb::loops
