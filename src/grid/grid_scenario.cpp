// SPDX-License-Identifier: MIT
#include "grid/grid_scenario.hpp"

#include <algorithm>
#include <string>

#include "grid/grid_values.hpp"

namespace rlmdb::grid {

namespace {

/// When STATE.md was updated. A time without a zone may be meant in that of its file or in UTC: the newest
/// that has come by `now_ms` counts, since a session that lives must not be taken for dead.
std::optional<std::int64_t> updated_ms(const MissionState& state, std::int64_t now_ms) {
  constexpr std::int64_t k_clock_difference_ms = 60'000;
  const auto as_utc = state.updated_as_utc_ms;
  if (!state.updated_ms || !as_utc) return state.updated_ms;
  const auto has_come = [&](std::int64_t ms) { return ms <= now_ms + k_clock_difference_ms; };
  if (!has_come(*as_utc)) return state.updated_ms;
  return has_come(*state.updated_ms) ? std::max(*state.updated_ms, *as_utc) : *as_utc;
}

std::optional<std::int64_t> silent_ms(const GridMission& mission, std::chrono::system_clock::time_point now) {
  const auto now_ms = std::chrono::floor<std::chrono::milliseconds>(now.time_since_epoch()).count();
  std::optional<std::int64_t> newest = mission.scratchpad_ms;
  const auto updated = mission.state ? updated_ms(*mission.state, now_ms) : std::nullopt;
  if (updated) newest = std::max(newest.value_or(*updated), *updated);
  if (!newest) return std::nullopt;
  return std::max<std::int64_t>(0, now_ms - *newest);
}

/// Whether `left` is surely before `right`.
bool is_before(const std::optional<std::int64_t>& left, const std::optional<std::int64_t>& right) {
  return left && right && *left < *right;
}

/// Why the checkpoint is not where the mission stopped; "": it is.
std::string superseded_by(const GridMission& mission, const GridCheckpointFile& checkpoint) {
  const GridCheckpoint& shown = checkpoint.shown;
  const GridSummary* const summary = mission.complete_summary(shown.block);
  if (summary != nullptr && !is_before(summary->completed_ms, checkpoint.taken_ms))
    return "block " + shown.block + " is complete by " + summary->file->name;
  const bool is_active = mission.state && mission.state->status == "active";
  if (is_active && shown.type != "failure" && is_before(checkpoint.taken_ms, mission.state->updated_ms))
    return "STATE.md says active and was updated after it";
  return {};
}

void choose_checkpoint(const GridMission& mission, GridJudgement& judgement) {
  for (const GridCheckpointFile& checkpoint : mission.checkpoints) {
    const bool is_newest = &checkpoint == &mission.checkpoints.front();
    const std::string why = is_newest ? superseded_by(mission, checkpoint)
                                      : mission.checkpoints.front().shown.file + " is newer, or as old";
    if (why.empty()) {
      judgement.checkpoint = &checkpoint;
      continue;
    }
    if (is_newest) judgement.superseded = &checkpoint;
    judgement.passed_over.push_back({checkpoint.shown.file, why});
  }
}

GridScenario scenario_of(const GridMission& mission, const GridJudgement& judgement, bool is_silent) {
  if (!mission.state) return GridScenario::corrupted;
  const std::string& status = mission.state->status;
  if (status == "completed") return GridScenario::completed;
  const GridCheckpointFile* const checkpoint = judgement.checkpoint;
  if (status == "failed" || (checkpoint != nullptr && checkpoint->shown.type == "failure"))
    return GridScenario::failure;
  if (checkpoint != nullptr)
    return checkpoint->asks() ? GridScenario::clean_checkpoint : GridScenario::interrupted;
  if (status == "interrupted" || status == "checkpoint") return GridScenario::interrupted;
  return is_silent ? GridScenario::session_death : GridScenario::running;
}

}  // namespace

bool is_passed(const GridMission& mission, const GridCheckpointFile& checkpoint) {
  const bool is_older = mission.state && is_before(checkpoint.written_ms, mission.state->updated_ms);
  return is_older || !superseded_by(mission, checkpoint).empty();
}

GridJudgement judge(const GridMission& mission, std::chrono::system_clock::time_point now) {
  constexpr std::int64_t k_ms_per_second = 1000;
  const auto silent = silent_ms(mission, now);
  GridJudgement judgement;
  if (silent) judgement.silent_seconds = *silent / k_ms_per_second;
  choose_checkpoint(mission, judgement);
  const bool is_silent = !silent || std::chrono::milliseconds(*silent) >= k_session_death_after;
  judgement.scenario = scenario_of(mission, judgement, is_silent);
  return judgement;
}

}  // namespace rlmdb::grid
