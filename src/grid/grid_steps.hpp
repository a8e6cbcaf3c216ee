// SPDX-License-Identifier: MIT
/// From one thread to the next, and from one block to the next: steps through a mission's plans.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "grid/grid_mission.hpp"
#include "rlmdb/grid_resume.hpp"

namespace rlmdb::grid {

/// "thread 02.3 (Implement dark mode toggle) of block 02", "block 03".
[[nodiscard]] std::string name_of(std::string_view block, const GridThread& thread);

/// The thread of `block` behind the one with `number`: by what the checkpoint says is pending, the plan, the
/// checkpoint's total. nullopt: that was the last one. `checkpoint` may be nullptr.
[[nodiscard]] std::optional<GridThread> next_thread(const GridMission& mission, std::string_view block,
                                                    std::int64_t number,
                                                    const GridCheckpointFile* checkpoint);

/// Goes on in `block` with `thread`, by whose name the plan helps; of one without an id with the first.
[[nodiscard]] GridResumePoint at_thread(const GridMission& mission, std::string_view block, GridThread thread,
                                        std::string why);

/// Goes on behind the thread: with the next one of its block, else with the next block.
[[nodiscard]] GridResumePoint after_thread(const GridMission& mission, std::string_view block,
                                           std::string_view thread, const GridCheckpointFile* checkpoint,
                                           std::string why);

/// Goes on with the next block that has a plan and no complete summary, the next one of the wave, else the
/// first one of the next wave. `finished`: a block that is done, whatever summaries say; "": none.
[[nodiscard]] GridResumePoint at_next_block(const GridMission& mission, std::string_view finished,
                                            std::string why);

}  // namespace rlmdb::grid
