// SPDX-License-Identifier: MIT
/// The steps of a Grid mission, as
/// change_grid takes them. Each throws Error invalid_input for what a file cannot say or the schema does not
/// know (`where` says which part of what was given, or which file and pointer), not_found where a file that
/// it needs is missing, conflict where the mission is not in a state for it. A file that is to be changed and
/// cannot be read is invalid_input. What a step does not speak of keeps its bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "rlmdb/event_kind.hpp"

namespace rlmdb {

/// STATE.md of a new mission, at its first phase, block and wave. Conflict: there is one.
struct NewGrid {
  std::string cluster{};
  std::string session_id{};     ///< "": the time and the cluster, "2026-01-23T14:30:00Z-blog"
  std::string mode = "guided";  ///< autopilot | guided | hands_on
  std::string phase_name{};     ///< "": none
  std::int64_t phase_total = 1;
  std::int64_t block_total = 1;
  std::int64_t wave_total = 1;
  std::optional<std::int64_t> thread_total{};  ///< none: position has no thread
  std::int64_t energy = 10'000;
};

/// The object `patch_json` merged deeply into STATE.md, and `updated_at` set, in the form that the file has.
/// Statuses, modes, percents and positions that the patch sets are held against the schema.
struct GridStatePatch {
  std::string patch_json{};
};

/// Active, at that wave.
struct GridWaveStart {
  std::int64_t wave = 1;
};

/// The next wave, or the last one still; WAVE_STATUS.md says that the wave is complete.
struct GridWaveComplete {
  std::optional<std::int64_t> progress_percent{};
};

struct GridCommit {
  std::string hash{};
  std::string message{};
  std::vector<std::string> files{};
};

struct GridArtifact {
  std::string path{};
  std::optional<std::int64_t> lines{};
  std::optional<bool> verified{};
};

/// What was learned of one category.
struct GridLessons {
  std::string category{};  ///< "codebase_patterns", "gotchas", …: one of the six
  std::vector<std::string> items{};
};

/// The block's summary, its lessons in WARMTH.md and, where it is complete, the next block in STATE.md. What
/// a partial summary has already stays. Conflict: the block is complete.
struct GridBlockResult {
  std::string status = "complete";  ///< complete | partial
  std::vector<GridCommit> commits{};
  std::vector<GridArtifact> artifacts{};
  std::vector<GridLessons> lessons{};
  /// Of "phases/03-auth" the "auth"; "": the directory that the block has, or the phase's name.
  std::string phase{};
  std::string from{};   ///< who learned it, for the warmth: "executor-01 (block 01)"; "": not said
  std::string block{};  ///< "02"
};

/// What an object says of a block's result, in the shape of a summary: commits [{hash, message, files}],
/// artifacts_created [{path, lines, verified}], lessons_learned {category: [text]}, status. Error
/// invalid_input, with the JSON pointer, for anything else.
[[nodiscard]] GridBlockResult grid_block_result(const std::string& json);

enum class GridThreadStep { start, complete, partial };

/// A thread in STATE.md, and in CHECKPOINT.md, where there is one for its block: a thread that is begun, or
/// done in part, is where the mission stands; of a completed one that it stood at, the next one that is not
/// done, as far as there is one. Completed ones, with their commits and files, are `completed_threads` of
/// STATE.md until their block is complete.
struct GridThreadChange {
  GridThreadStep step = GridThreadStep::start;
  std::string id{};      ///< "02.3", or "3" of the block that the mission is at
  std::string name{};    ///< "": as the checkpoint or the block's plan has it
  std::string commit{};  ///< "": none
  std::vector<std::string> files{};
  std::string partial_work_json{};  ///< object; "": none
};

/// CHECKPOINT.md, and STATE.md with its status (checkpoint, interrupted or failed) and last_checkpoint.
/// Conflict: the one before still waits for an answer, or the mission is completed.
struct NewGridCheckpoint {
  std::string type{};   ///< human_verify | human_action | decision | session_death | failure
  std::string block{};  ///< "": where the mission stands, and so for wave, thread and name
  std::optional<std::int64_t> wave{};
  std::optional<std::int64_t> thread{};
  std::string thread_name{};
  std::string details_json{};            ///< object; of a decision with `options`; "": none
  std::string awaiting{};                ///< what the user has to do; needed for the first three types
  std::string expires{};                 ///< "": never
  std::string error{};                   ///< of a failure
  std::string completed_threads_json{};  ///< array; "": those of the checkpoint before, if of the same block
  std::string current_thread_json{};     ///< object; "": none
  std::string pending_threads_json{};    ///< array; "": none
  std::string warmth_json{};             ///< object of lists; "": none
  bool replaces_waiting = false;         ///< a checkpoint that nobody has answered yet goes
};

/// What the user says to the checkpoint. Conflict: something else was said, or it has expired.
struct GridAnswer {
  std::string user_response{};
};

/// The session ends: interrupted, with a checkpoint of type session_death and the reason. One of an earlier
/// session goes to archive/; one that waits for the user, or a failure that nobody has answered, stays.
struct GridPause {
  std::string reason{};
};

/// Active again: the checkpoint of the last session goes to archive/, where it leads to and its completed
/// threads to STATE.md. Conflict: the mission is completed, or its checkpoint waits for an answer.
struct GridResume {};

/// Completed, at 100 percent; CHECKPOINT.md goes.
struct GridComplete {};

/// Failed, with a checkpoint that says what happened.
struct GridFailure {
  std::string error{};
  std::string current_thread_json{};  ///< object, with the partial work; "": where the mission stands
  std::string details_json{};         ///< object; "": none
};

struct GridOption {
  std::string key{};
  std::string text{};
};

/// One more decision, with the next number.
struct NewGridDecision {
  std::string question{};
  std::vector<GridOption> options{};
  std::string choice{};
  std::string rationale{};  ///< "": not given, and so for `affects`
  std::string affects{};
};

/// One more blocker, active, with the next number.
struct NewGridBlocker {
  std::string block{};   ///< "06"; "": not given, and so for the others but `description`
  std::string thread{};  ///< "06.3"
  std::string type{};    ///< "human_action_required"
  std::string description{};
  std::string waiting_for{};
};

/// Conflict: it is resolved, or its number is that of several that are not.
struct GridBlockerResolved {
  std::int64_t number = 0;
  std::string resolution{};
};

/// Items that a category does not have yet, behind those that it has.
struct GridWarmth {
  GridLessons lessons{};
  std::string from{};  ///< who learned them; "": not said
};

/// What `lessons_learned` of a block's summary says, of all categories, into WARMTH.md.
struct GridAggregate {
  std::string summary{};  ///< "phases/01-foundation/01-SUMMARY.md"
  std::string from{};
};

/// One more entry of the scratchpad, which is the heartbeat of a session.
struct NewScratchEntry {
  std::string program{};  ///< "executor-02"; "": not given, and so for `block` and `thread`
  std::string block{};
  std::string thread{};
  std::vector<std::string> notes{};
};

/// All entries to the end of SCRATCHPAD_ARCHIVE.md.
struct GridScratchArchive {};

/// One file as it is to be.
struct GridFileEdit {
  std::string name{};
  std::string text{};       ///< all of it
  bool is_removed = false;  ///< the file goes; `text` says nothing
};

/// Files as a plan has them (rlmdb/grid_resume.hpp).
struct GridFiles {
  std::vector<GridFileEdit> files{};
  EventKind event = EventKind::grid_written;  ///< one of a mission
};

using GridStep = std::variant<GridStatePatch, GridWaveStart, GridWaveComplete, GridBlockResult,
                              GridThreadChange, NewGridCheckpoint, GridAnswer, GridPause, GridResume,
                              GridComplete, GridFailure, NewGridDecision, NewGridBlocker, GridBlockerResolved,
                              GridWarmth, GridAggregate, NewScratchEntry, GridScratchArchive, GridFiles>;

}  // namespace rlmdb
