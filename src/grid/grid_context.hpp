// SPDX-License-Identifier: MIT
/// The whole context of a mission, of its files and of what surrounds them; and what can be done about one that
/// did not end in order, as plans that a person can look at first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grid/grid_validate.hpp"

namespace rlmdb::grid {

/// Reads, validates, finds the resume point. Pure; throws nothing for what the files say. What to ask git and
/// the disk for before: claimed_commits, claimed_artifacts.
[[nodiscard]] GridContext context_of(const GridSnapshot& snapshot, const GridSurroundings& surroundings,
                                     std::string_view from_block = {});

/// Of a session's death: `resume` writes a CHECKPOINT.md of type session_death. Of a corrupted
/// mission: `rebuild` writes a STATE.md with `recovered: true`. Of a failure that nobody has
/// answered: `rollback`, `retry` and `manual` write the answer down. Else none. A file that an edit
/// replaces as a whole is kept beneath `archive/`; one that can be read keeps all that the edit does not
/// name. Applying a plan and asking again gives the point that the plan was made for. Pure.
[[nodiscard]] std::vector<GridPlan> plans_of(const GridSnapshot& snapshot, const GridContext& context,
                                             const GridSurroundings& surroundings);

}  // namespace rlmdb::grid
