// SPDX-License-Identifier: MIT
/// What comes of the inputs of a merge. Pure.
#pragma once

#include <string_view>

#include "rlmdb/merge.hpp"

namespace rlmdb::trees {

/// The strategy that `text` names; "" is none.
[[nodiscard]] MergeStrategy merge_strategy_named(std::string_view text) noexcept;

/// Fills in joined, votes, result and reason from the inputs and the strategy. Linear in their texts.
void decide(Merge& merge, const MergeOptions& options);

}  // namespace rlmdb::trees
