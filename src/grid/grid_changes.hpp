// SPDX-License-Identifier: MIT
/// The update protocol of the Grid (seed grid-persistence, State Update Protocol and Warmth Aggregation):
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

namespace rlmdb::grid {

using GridEdits = std::vector<GridFileEdit>;

struct NewGrid {
  std::string cluster;
  std::string session_id;       ///< "": the time and the cluster, "2026-01-23T14:30:00Z-blog"
  std::string mode = "guided";  ///< autopilot | guided | hands_on
  std::string phase_name;       ///< "": none
  std::int64_t phase_total = 1;
  std::int64_t block_total = 1;
  std::int64_t wave_total = 1;
  std::optional<std::int64_t> thread_total;  ///< none: position has no thread
  std::int64_t energy = 10'000;
};

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

struct GridCommit {
  std::string hash;
  std::string message;
  std::vector<std::string> files;
};

struct GridArtifact {
  std::string path;
  std::optional<std::int64_t> lines;
  std::optional<bool> verified;
};

/// What was learned of one category.
struct GridLessons {
  std::string category;  ///< "codebase_patterns", "gotchas", …: one of the six
  std::vector<std::string> items;
};

struct GridBlockResult {
  std::string status = "complete";  ///< complete | partial
  std::vector<GridCommit> commits;
  std::vector<GridArtifact> artifacts;
  std::vector<GridLessons> lessons;
  std::string
      phase;  ///< of "phases/03-auth" the "auth"; "": the directory that the block has, or the phase's name
  std::string from;  ///< who learned it, for the warmth: "executor-01 (block 01)"; "": not said
};

/// The block's summary, its lessons in WARMTH.md and, where it is complete, the next block in STATE.md. What
/// a partial summary has already stays. Conflict: the block is complete.
[[nodiscard]] GridEdits block_complete(const GridSnapshot& grid, std::string_view block,
                                       const GridBlockResult& result, std::string_view now);

enum class GridThreadStep { start, complete, partial };

struct GridThreadChange {
  GridThreadStep step = GridThreadStep::start;
  std::string id;      ///< "02.3", or "3" of the block that the mission is at
  std::string name;    ///< "": as the checkpoint or the block's plan has it
  std::string commit;  ///< "": none
  std::vector<std::string> files;
  std::string partial_work_json;  ///< object; "": none
};

/// A thread in CHECKPOINT.md, where there is one for its block, and in STATE.md's position: a started thread
/// is where the mission stands; of a completed one that it stood at, the next one, as far as there is one.
[[nodiscard]] GridEdits thread_edits(const GridSnapshot& grid, const GridThreadChange& change,
                                     std::string_view now);

struct NewGridCheckpoint {
  std::string type;   ///< human_verify | human_action | decision | session_death | failure
  std::string block;  ///< "": where the mission stands, and so for wave, thread and name
  std::optional<std::int64_t> wave;
  std::optional<std::int64_t> thread;
  std::string thread_name;
  std::string details_json;            ///< object; of a decision with `options`; "": none
  std::string awaiting;                ///< what the user has to do; needed for the first three types
  std::string expires;                 ///< "": never
  std::string error;                   ///< of a failure
  std::string completed_threads_json;  ///< array; "": those of the checkpoint before, if of the same block
  std::string current_thread_json;     ///< object; "": none
  std::string pending_threads_json;    ///< array; "": none
  std::string warmth_json;             ///< object of lists; "": none
  bool replaces_waiting = false;       ///< a checkpoint that nobody has answered yet goes
};

/// CHECKPOINT.md, and STATE.md with its status (checkpoint, interrupted or failed) and last_checkpoint.
/// Conflict: the one before still waits for an answer, or the mission is completed.
[[nodiscard]] GridEdits checkpoint_edits(const GridSnapshot& grid, const NewGridCheckpoint& checkpoint,
                                         std::string_view now);
/// What the user says to the checkpoint. Conflict: something else was said, or it has expired.
[[nodiscard]] GridEdits answer_edits(const GridSnapshot& grid, std::string_view user_response,
                                     std::string_view now);

/// The session ends: interrupted, with a checkpoint of type session_death where there is none. A mission that
/// waits at a checkpoint, or has failed, is saved already.
[[nodiscard]] GridEdits pause_edits(const GridSnapshot& grid, std::string_view reason, std::string_view now);
/// Active again. Conflict: the mission is completed, or its checkpoint waits for an answer.
[[nodiscard]] GridEdits resume_edits(const GridSnapshot& grid, std::string_view now);
/// Completed, at 100 percent; what WARMTH.md has of the six categories goes to the end of LEARNINGS.md, under
/// the mission's name; CHECKPOINT.md goes.
[[nodiscard]] GridEdits complete_edits(const GridSnapshot& grid, std::string_view now);

struct GridFailure {
  std::string error;
  std::string current_thread_json;  ///< object, with the partial work; "": where the mission stands
  std::string details_json;         ///< object; "": none
};
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
