// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <string>

#include "grid_files.hpp"

namespace rlmdb::test {

/// The mission of the fixture data/grid/NAME, whole: what NAME has of its own, and the rest of `interrupted`.
inline grid::GridSnapshot whole_mission(const std::string& name) {
  grid::GridSnapshot mission = grid_fixture("interrupted");
  if (name == "interrupted") return mission;
  std::erase_if(mission.files, [](const grid::GridFile& file) {
    return file.kind == grid::GridFileKind::checkpoint || file.name.starts_with("phases/08-extra/");
  });
  for (const grid::GridFile& file : grid_fixture(name).files)
    mission = with_file(std::move(mission), file.name, file.text);
  return mission;
}

}  // namespace rlmdb::test
