// SPDX-License-Identifier: MIT
/// What the inputs of a merge are, and what comes of them. Pure.
#pragma once

#include "rlmdb/merge.hpp"
#include "trees/merge_rows.hpp"

namespace rlmdb::trees {

/// What a child gives: its result, where it is completed, in the shape of a node's only the output, and how
/// sure it is of it.
[[nodiscard]] MergeInput input_of(MergeChild child);

/// Fills in joined, votes, result and reason from the inputs and the strategy. Linear in their texts.
void decide(Merge& merge, const MergeOptions& options);

}  // namespace rlmdb::trees
