// SPDX-License-Identifier: MIT
/// What the Final of a node means for the nodes above it.
#pragma once

#include <string>
#include <vector>

#include "rlmdb/change.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb {

struct FinalReport {
  std::vector<ChangeResult> completed{};  ///< nodes above that are completed now, the nearest first
  std::string reason{};                   ///< one sentence: why it went no further
};

/// Takes the Final of a completed node up its tree, in one transaction: while all children of the node above
/// are completed or cancelled and its merge strategy gives a result without a model (merge_node), that result
/// becomes its Final, and completes it. Ends at a node that waits, that somebody has claimed, that has ended,
/// or whose children need a model to merge; past the root at the tree's state document, where there is one:
/// that gets the root's Final and is complete. Durable on return. Errors: not_found (no such task), conflict
/// (the task is not completed; a Final above is read-only), busy, io. Cost: the rows of the children of each
/// node on the way.
FinalReport propagate_final(Store& store, const TaskId& task);

}  // namespace rlmdb
