// SPDX-License-Identifier: MIT
/// A position put together from what is left: scratchpad, git's log and summaries (scenarios 2 and 4).
#pragma once

#include "grid/grid_resume_point.hpp"

namespace rlmdb::grid {

/// After a session's death: behind the last thing that is known to be done, or at the last thing that was
/// being done, whichever is further.
[[nodiscard]] GridFound rebuild_after_death(const GridMission& mission, const GridJudgement& judgement,
                                            const GitFacts& git);

/// Without a STATE.md: the highest complete block and one, and behind the threads of it that git
/// knows.
[[nodiscard]] GridFound rebuild_corrupted(const GridMission& mission, const GitFacts& git);

}  // namespace rlmdb::grid
