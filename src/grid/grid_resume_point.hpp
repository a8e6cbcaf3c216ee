// SPDX-License-Identifier: MIT
/// Where a mission goes on, and how far that can be trusted.
#pragma once

#include <string>
#include <vector>

#include "grid/git_facts.hpp"
#include "grid/grid_scenario.hpp"

namespace rlmdb::grid {

struct GridFound {
  GridResumePoint point{};
  GridConfidence confidence = GridConfidence::high;
  std::vector<std::string> rests_on{};
  std::vector<GridPassedOver> passed_over{};
  GridPosition position{};  ///< STATE.md's; of a corrupted mission what was rebuilt
  /// Threads that only git's log says are done; of a session's death and a corrupted mission.
  std::vector<GridCompletedThread> git_threads{};
};

/// The point of a mission in that state: from the checkpoint's thread; else the next wave; else the next
/// block; after a session's death, or without a STATE.md, rebuilt (grid_rebuild.hpp).
[[nodiscard]] GridFound find_resume_point(const GridMission& mission, const GridJudgement& judgement,
                                          const GitFacts& git);

/// The point that the checkpoint of a session leads to, past threads that are done.
[[nodiscard]] GridResumePoint point_of_checkpoint(const GridMission& mission, const GridCheckpointFile& file);

}  // namespace rlmdb::grid
