// SPDX-License-Identifier: MIT
/// What is printed of missions and of what belongs to them, as rows.
#pragma once

#include "format/rows.hpp"
#include "rlmdb/grid.hpp"
#include "rlmdb/grid_resume.hpp"

namespace rlmdb::cli {

/// A category with one of its items.
struct WarmthItem {
  std::string category;
  std::string item;
};

[[nodiscard]] const Rows<GridMission>& mission_rows();
[[nodiscard]] const Rows<GridMoment>& moment_rows();
[[nodiscard]] const Rows<GridDifference>& changed_member_rows();
[[nodiscard]] const Rows<GridFound>& found_line_rows();
[[nodiscard]] const Rows<WarmthItem>& warmth_rows();
[[nodiscard]] const Rows<GridFileText>& mission_file_rows();

[[nodiscard]] Tint tint_of_mission(const GridMission& mission);

}  // namespace rlmdb::cli
