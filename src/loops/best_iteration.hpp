// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "loops/loop_edit.hpp"

namespace rlmdb::loops {

/// Where the files of an iteration are when nobody says: beside the loop, for a loop outside of a directory
/// of its own in the one of the legacy layout.
[[nodiscard]] std::string snapshot_path_of(const LoopHead& head, std::int64_t iteration);

/// Makes the best of the loop's scored iterations best_iteration, unless the one that is there is as good.
/// Whether it was changed.
bool keep_best(LoopEdit& edit, const std::vector<ScoredEntry>& scored);

}  // namespace rlmdb::loops
