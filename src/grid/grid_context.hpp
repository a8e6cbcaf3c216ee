// SPDX-License-Identifier: MIT
/// The whole context of a mission, of its files and of what surrounds them.
#pragma once

#include "grid/grid_validate.hpp"

namespace rlmdb::grid {

/// Reads, validates, finds the resume point. Pure; throws nothing for what the files say. What to ask git and
/// the disk for before: claimed_commits, claimed_artifacts.
[[nodiscard]] GridContext context_of(const GridSnapshot& snapshot, const GridSurroundings& surroundings,
                                     std::string_view from_block = {});

}  // namespace rlmdb::grid
