// SPDX-License-Identifier: MIT
/// What has happened to a mission.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "grid/grid_mission.hpp"
#include "rlmdb/grid_resume.hpp"

namespace rlmdb::grid {

/// A mission that says active and in which nobody has written for so long is dead.
inline constexpr std::chrono::minutes k_session_death_after{10};

struct GridJudgement {
  GridScenario scenario = GridScenario::corrupted;
  std::optional<std::int64_t> silent_seconds{};
  const GridCheckpointFile* checkpoint = nullptr;  ///< where it stopped; nullptr: no checkpoint says so
  /// The newest, if something happened after it: it says how far the mission was at least.
  const GridCheckpointFile* superseded = nullptr;
  std::vector<GridPassedOver> passed_over{};
};

/// Whether the mission has gone on since: its block is complete, or STATE.md was written after it and what
/// the user said to it.
[[nodiscard]] bool is_passed(const GridMission& mission, const GridCheckpointFile& checkpoint);

/// The answer points into `mission`. A checkpoint does not count where its block has a complete summary that
/// is not older, or STATE.md says active and was written after it (a failure counts then, too). Of several
/// the newest counts.
[[nodiscard]] GridJudgement judge(const GridMission& mission, std::chrono::system_clock::time_point now);

}  // namespace rlmdb::grid
