// SPDX-License-Identifier: MIT
/// Whether a mission's files hold together.
#pragma once

#include <chrono>

#include "grid/git_facts.hpp"
#include "grid/grid_claims.hpp"
#include "grid/grid_mission.hpp"
#include "rlmdb/grid_resume.hpp"

namespace rlmdb::grid {

/// What was found out besides the files of `.grid`, and when.
struct GridSurroundings {
  GitFacts git{};
  DiskFacts disk{};
  std::chrono::system_clock::time_point now{};
};

/// The six checks, in this order:
///   state       STATE.md is there, can be read and says a status
///   commits     each claimed commit exists; unchecked without a repository
///   files       each claimed artifact is a file of the project, with the lines it claims
///   checkpoint  at most one, readable, of this mission, not expired, there if STATE.md says so
///   plans       each block that is to come has one
///   position    no number beyond its total; progress from 0 to 100
/// Findings that fail nothing are remarks: a word that the seed does not know, a time without a zone, another
/// number of lines, a block that has a checkpoint and no summary, a summary that cannot be read.
[[nodiscard]] GridValidation validate(const GridMission& mission, const GridSurroundings& surroundings);

}  // namespace rlmdb::grid
