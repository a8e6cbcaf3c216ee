// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "rlmdb/words.hpp"

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

}  // namespace rlmdb::loops

namespace rlmdb {

/// The members' names in the document.
template <>
inline constexpr std::array<std::string_view, 6> k_words_of<loops::LoopList>{
    "iteration_history",     "iterations",       "regression_events",
    "reinforcement_history", "recovery_history", "detected_patterns"};

}  // namespace rlmdb
