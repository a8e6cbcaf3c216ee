// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "grid/grid_validate.hpp"
#include "grid_files.hpp"
#include "util/clock.hpp"

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

/// Of the fixtures: their sessions are silent by then.
inline const std::string k_next_day = "2026-01-24T09:00:00Z";

/// Nothing is known but the files and the time.
inline grid::GridSurroundings surroundings_at(std::string_view now) {
  grid::GridSurroundings surroundings;
  surroundings.now = util::parse_utc(now).value();
  return surroundings;
}

}  // namespace rlmdb::test
