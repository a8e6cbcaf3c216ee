// SPDX-License-Identifier: MIT
/// What comes of the inputs of a merge. Pure.
#pragma once

#include "rlmdb/merge.hpp"

namespace rlmdb::trees {

/// Fills in joined, votes, result and reason from the inputs and the strategy. Linear in their texts.
void decide(Merge& merge, const MergeOptions& options);

}  // namespace rlmdb::trees
