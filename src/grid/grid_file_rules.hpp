// SPDX-License-Identifier: MIT
/// What the files of a `.grid` directory are, by their names.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "rlmdb/words.hpp"

namespace rlmdb::grid {

enum class GridFileKind {
  state,         ///< STATE.md
  checkpoint,    ///< CHECKPOINT.md, and any other CHECKPOINT*.md
  warmth,        ///< WARMTH.md
  decisions,     ///< DECISIONS.md
  blockers,      ///< BLOCKERS.md
  scratchpad,    ///< SCRATCHPAD.md
  plan_summary,  ///< plans/{cluster}-PLAN-SUMMARY.md
  plan,          ///< plans/{cluster}-block-NN.md
  phase_plan,    ///< phases/{NN-name}/NN-PLAN.md
  summary,       ///< phases/{NN-name}/NN-SUMMARY.md
  other          ///< kept whole
};

}  // namespace rlmdb::grid

namespace rlmdb {

template <>
inline constexpr std::array<std::string_view, 11> k_words_of<grid::GridFileKind>{
    "state",        "checkpoint", "warmth",     "decisions", "blockers", "scratchpad",
    "plan-summary", "plan",       "phase-plan", "summary",   "other"};

}  // namespace rlmdb

namespace rlmdb::grid {

/// `name`: its path in the directory, "phases/01-foundation/01-SUMMARY.md".
[[nodiscard]] GridFileKind kind_of_name(std::string_view name);

/// The number that a block or a thread of a block stands for: "08" and "8" are 8, "02.3" with `part` 1 is 3.
/// -1: none.
[[nodiscard]] std::int64_t number_of(std::string_view text, unsigned part = 0);

/// The block that a name speaks of, as it stands there: "06" of "plans/blog-block-06.md"; "" of others.
[[nodiscard]] std::string block_of_name(std::string_view name);

}  // namespace rlmdb::grid
