// SPDX-License-Identifier: MIT
/// The update protocol of the Grid:
/// what the files of a directory are to be after a step of a mission.
///
/// Each function here is pure: it is given the files as they are and `now`, UTC as
/// "2026-01-23T15:31:00.123Z", and returns the files that change, whole. What a change does not speak of
/// keeps its bytes. No edits: it is as it should be already, so a step that was taken may be told again. Each
/// throws Error invalid_input for what a file cannot say or the schema does not know (`where` says which part
/// of what was given, or which file and pointer), not_found where a file that it needs is missing, conflict
/// where the mission is not in a state for it. A file that is to be changed and cannot be read is
/// invalid_input.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grid/blockers_text.hpp"
#include "grid/decisions_text.hpp"
#include "grid/grid_snapshot.hpp"
#include "grid/scratchpad_text.hpp"
#include "rlmdb/grid_step.hpp"

namespace rlmdb::grid {

using GridEdits = std::vector<GridFileEdit>;

/// STATE.md of a new mission, at its first phase, block and wave. Conflict: there is one.
[[nodiscard]] GridEdits init_edits(const GridSnapshot& grid, const NewGrid& mission, std::string_view now);

/// The object `patch_json` merged deeply into STATE.md, and `updated_at` set, in the form that the file has.
/// Statuses, modes, percents and positions that the patch sets are held against the schema.
[[nodiscard]] GridEdits state_edits(const GridSnapshot& grid, std::string_view patch_json,
                                    std::string_view now);

/// Active, at wave `wave`.
[[nodiscard]] GridEdits wave_start(const GridSnapshot& grid, std::int64_t wave, std::string_view now);
/// The next wave, or the last one still; WAVE_STATUS.md says that the wave is complete, unless it has a form
/// of its own.
[[nodiscard]] GridEdits wave_complete(const GridSnapshot& grid, std::optional<std::int64_t> progress_percent,
                                      std::string_view now);

/// The block's summary, its lessons in WARMTH.md and, where it is complete, the next block in STATE.md. What
/// a partial summary has already stays. Conflict: the block is complete.
[[nodiscard]] GridEdits block_complete(const GridSnapshot& grid, std::string_view block,
                                       const GridBlockResult& result, std::string_view now);

/// As GridThreadChange says.
[[nodiscard]] GridEdits thread_edits(const GridSnapshot& grid, const GridThreadChange& change,
                                     std::string_view now);

/// CHECKPOINT.md, and STATE.md with its status (checkpoint, interrupted or failed) and last_checkpoint.
/// Conflict: the one before still waits for an answer, or the mission is completed.
[[nodiscard]] GridEdits checkpoint_edits(const GridSnapshot& grid, const NewGridCheckpoint& checkpoint,
                                         std::string_view now);
/// What the user says to the checkpoint. Conflict: something else was said, or it has expired.
[[nodiscard]] GridEdits answer_edits(const GridSnapshot& grid, std::string_view user_response,
                                     std::string_view now);

/// As GridPause says.
[[nodiscard]] GridEdits pause_edits(const GridSnapshot& grid, std::string_view reason, std::string_view now);
/// As GridResume says.
[[nodiscard]] GridEdits resume_edits(const GridSnapshot& grid, std::string_view now);
/// Completed, at 100 percent; what WARMTH.md has of the six categories goes to the end of LEARNINGS.md, under
/// the mission's name; CHECKPOINT.md goes.
[[nodiscard]] GridEdits complete_edits(const GridSnapshot& grid, std::string_view now);

/// Failed, with a checkpoint that says what happened.
[[nodiscard]] GridEdits fail_edits(const GridSnapshot& grid, const GridFailure& failure,
                                   std::string_view now);

/// One more decision, with the next number.
[[nodiscard]] GridEdits decide_edits(const GridSnapshot& grid, const NewGridDecision& decision,
                                     std::string_view now);

[[nodiscard]] GridEdits blocker_edits(const GridSnapshot& grid, const NewGridBlocker& blocker,
                                      std::string_view now);
/// Conflict: it is resolved, or its number is that of several that are not.
[[nodiscard]] GridEdits resolve_blocker_edits(const GridSnapshot& grid, std::int64_t number,
                                              std::string_view resolution, std::string_view now);

/// Items that the category does not have yet, behind those that it has. `from`: who learned them; "": not
/// said.
[[nodiscard]] GridEdits warmth_edits(const GridSnapshot& grid, std::string_view category,
                                     const std::vector<std::string>& items, std::string_view from,
                                     std::string_view now);
/// What `lessons_learned` of the summary `name` says, of all categories.
[[nodiscard]] GridEdits aggregate_edits(const GridSnapshot& grid, std::string_view name,
                                        std::string_view from, std::string_view now);

[[nodiscard]] GridEdits scratch_edits(const GridSnapshot& grid, const NewScratchEntry& entry,
                                      std::string_view now);
/// All entries to the end of SCRATCHPAD_ARCHIVE.md.
[[nodiscard]] GridEdits scratch_archive_edits(const GridSnapshot& grid);

}  // namespace rlmdb::grid
