// SPDX-License-Identifier: MIT
/// WARMTH.md with more in it. Internal to this room.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grid/grid_changes.hpp"

namespace rlmdb::grid {

inline constexpr std::string_view k_warmth_file = "WARMTH.md";

/// The lessons that WARMTH.md does not have yet, behind those that it has, in the form that it has (Markdown
/// sections, or YAML); a new file has sections. nullopt: it has them all. Throws as grid_changes.hpp says.
[[nodiscard]] std::optional<GridFileEdit> warmth_edit(const GridSnapshot& grid,
                                                      const std::vector<GridLessons>& lessons,
                                                      std::string_view from, std::string_view now);

/// What was learned, as a section of LEARNINGS.md, "## blog: 2026-01-23T15:31:00.123Z". nullopt: nothing was.
[[nodiscard]] std::optional<GridFileEdit> archived_warmth(const GridSnapshot& grid, std::string_view cluster,
                                                          std::string_view now);

/// Throws Error invalid_input for a category that is none of the six, and for items that cannot be kept.
void require_lessons(const std::vector<GridLessons>& lessons);

}  // namespace rlmdb::grid
