// SPDX-License-Identifier: MIT
/// Where a Grid mission goes on: the whole
/// context that a fresh controller needs, and what it rests on. Values only: making one changes nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/finding.hpp"
#include "rlmdb/grid.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb {

/// What has happened to a mission.
enum class GridScenario {
  clean_checkpoint,  ///< a checkpoint of human_verify, human_action or decision
  interrupted,       ///< the session ended in order, or said where it was
  session_death,     ///< it says active, and nobody has written for 10 minutes: rebuilt from what is there
  failure,           ///< a checkpoint of failure, or STATE.md says failed
  corrupted,         ///< STATE.md is missing or cannot be read: rebuilt from summaries and git
  completed,         ///< nothing is left to do
  running,           ///< somebody works on it
};

enum class GridConfidence { low, medium, high };

/// STATE.md's position, or what was rebuilt in its place. Blocks and threads are text as their file has them:
/// "01" and "1" are the same block.
struct GridPosition {
  std::optional<std::int64_t> phase{};
  std::optional<std::int64_t> phase_total{};
  std::string phase_name{};
  std::string block{};  ///< "": it says none
  std::optional<std::int64_t> block_total{};
  std::optional<std::int64_t> wave{};
  std::optional<std::int64_t> wave_total{};
  std::string thread{};
  std::optional<std::int64_t> thread_total{};
  std::string thread_name{};
};

/// A block whose summary says complete.
struct GridCompletedBlock {
  std::string block{};
  std::string completed_at{};  ///< as it stands there; "": it does not say
  std::string file{};          ///< its summary, from the directory `.grid`
};

/// Work that is done, by the summaries' commits, the checkpoint's threads, or git's log.
struct GridCompletedThread {
  std::string id{};     ///< "02.1"; "": a commit that names no thread
  std::string block{};  ///< "02"
  std::string name{};   ///< of the thread, or the commit's message
  std::string commit{};
  std::string status{};  ///< complete, partial; "": not said
  std::vector<std::string> files{};
  std::string file{};  ///< what says so: "phases/01-foundation/01-SUMMARY.md", "git"
};

/// A plan whose block has no complete summary.
struct GridPendingPlan {
  std::string file{};
  std::string block{};
  std::optional<std::int64_t> wave{};  ///< by the plan's summary, else by the plan
  std::string text{};                  ///< all of the file
};

struct GridWarmthCategory {
  std::string name{};  ///< "gotchas"
  std::vector<std::string> items{};
};

struct GridDecision {
  std::string number{};
  std::string at{};
  std::string question{};
  std::vector<GridOption> options{};
  std::string choice{};
  std::string rationale{};
  std::string affects{};
};

struct GridBlocker {
  std::string number{};
  std::string status{};  ///< "active", "resolved", or the word of its heading
  std::string block{};
  std::string thread{};
  std::string type{};
  std::string description{};
  std::string resolution{};
  std::string resolved_at{};
  std::string waiting_for{};
  std::string created_at{};
};

/// What a checkpoint says to the user, beside what it awaits: one text of `checkpoint_details`.
struct GridInstruction {
  std::string name{};  ///< of the member: "verification_instructions"
  std::string text{};
};

struct GridCheckpoint {
  std::string file{};
  std::string type{};  ///< human_verify, human_action, decision, session_death, failure, or another word
  std::string timestamp{};
  std::string expires{};  ///< "": never
  std::string block{};
  std::string thread{};
  std::string thread_name{};
  std::string awaiting{};
  std::string user_response{};
  std::string error{};                      ///< of a failure
  std::string last_action{};                ///< of the thread that was being worked on
  std::vector<std::string> partial_work{};  ///< files it had created or modified
  std::vector<GridInstruction> instructions{};
  std::vector<GridOption> options{};  ///< of a decision: what there is to choose from
  std::string document{};             ///< all of it, as compact JSON
};

/// What is to be done at the point.
enum class GridNext {
  go_on,    ///< execute from there
  wait,     ///< `awaiting` says for what
  choose,   ///< one of `options`
  nothing,  ///< the mission is complete, or somebody works on it
};

/// A thread of the block that the point is in, by its plan, else by the checkpoint.
struct GridBlockThread {
  std::string id{};  ///< "02.3"
  std::string name{};
  bool is_complete = false;
};

struct GridResumePoint {
  GridNext next = GridNext::nothing;
  std::string what{};  ///< "Go on with thread 02.3 (Implement dark mode toggle) of block 02."
  std::string why{};   ///< what that follows from
  std::optional<std::int64_t> wave{};
  std::string block{};
  std::string thread{};  ///< "02.3"; "": the first of the block
  std::string thread_name{};
  std::string after_thread{};   ///< the thread that was approved and is behind it; "": none
  std::string awaiting{};       ///< what the user has to do
  std::string unknown{};        ///< what nobody says and the point hangs on; "": nothing
  std::string user_feedback{};  ///< what the user answered to the checkpoint
  std::vector<GridOption> options{};
  std::vector<GridBlockThread> threads{};  ///< of its block, in the plan's order; none: nobody names them
  std::string plan_file{};                 ///< of its block; "": there is none
  std::string plan{};                      ///< its text
};

/// What might have been the point, and is not.
struct GridPassedOver {
  std::string what{};
  std::string why{};
};

enum class GridCheckResult {
  passed,
  failed,
  unchecked,  ///< nobody could look: no repository, no project
};

/// One check of a mission's files. `where` of a finding is "STATE.md /position/block": file and JSON pointer.
struct GridCheck {
  std::string name{};  ///< one of k_grid_checks
  GridCheckResult result = GridCheckResult::passed;
  std::vector<Finding> findings{};  ///< also of one that passed: remarks
};

struct GridValidation {
  std::vector<GridCheck> checks{};
  /// Whether no check failed. One that could not be made does not count.
  [[nodiscard]] bool is_valid() const noexcept {
    for (const GridCheck& check : checks) {
      if (check.result == GridCheckResult::failed) return false;
    }
    return true;
  }
};

/// All that a continuation needs.
struct GridContext {
  std::string place{};    ///< ".grid", from the project's root
  std::string cluster{};  ///< "unknown" where nothing says it
  std::string status{};   ///< STATE.md's word; "": it cannot be read
  std::string mode{};     ///< autopilot, guided, hands_on; "": not said
  std::string error{};    ///< STATE.md's
  GridPosition position{};
  GridScenario scenario = GridScenario::corrupted;
  GridConfidence confidence = GridConfidence::low;  ///< in the resume point
  std::vector<std::string> rests_on{};              ///< what the point was found by, one sentence each
  /// How long nobody has written anything: since the newest of the scratchpad's time and updated_at. nullopt:
  /// no time is known.
  std::optional<std::int64_t> silent_seconds{};
  std::vector<GridCompletedBlock> completed_blocks{};    ///< by number
  std::vector<GridCompletedThread> completed_threads{};  ///< by block and thread
  std::vector<GridPendingPlan> pending_plans{};          ///< in the order they come up
  std::vector<GridWarmthCategory> warmth{};  ///< WARMTH.md's, then what summaries and checkpoints add
  std::vector<GridDecision> decisions{};
  std::vector<GridBlocker> blockers{};
  std::optional<GridCheckpoint> checkpoint{};  ///< the newest, also one that was passed over
  GridResumePoint resume_point{};
  std::vector<GridPassedOver> passed_over{};
  GridValidation validation{};
  /// Where the mission's directory says otherwise than the database, on which all of this rests: files that
  /// are newer there, and where the mission is written through those that are not written yet.
  std::vector<Finding> directory{};
  /// Whether a person should see this before anything goes on: a check failed, the point was rebuilt, or
  /// something that it hangs on is not known.
  bool needs_approval = false;
};

/// The prompt without a limit.
inline constexpr std::size_t k_whole_prompt = static_cast<std::size_t>(-1);

/// The continuation prompt, Markdown: `<warmth>`, `<completed_threads>`, `<decisions>`, `<blockers>` that are
/// open, `<validation>` where a check did not pass, `<resume_point>`, `<plan>`; all but the second and the
/// last but one are left out where they have nothing to say. No text of the mission can end a section or
/// begin another, nor steer a terminal: `<` before such a name becomes "&lt;", control characters U+FFFD.
/// One of more than `most_bytes` leaves out the oldest completed threads, lessons and decisions, then the end
/// of the plan, and says how many. Pure. Error invalid_input: the rest alone is longer than that.
[[nodiscard]] std::string prompt_of(const GridContext& context, std::size_t most_bytes = k_whole_prompt);

/// Where a mission's files and commits are looked for, and when.
struct GridLook {
  /// The project's root; "": the parent of the directory that the mission came from, else the one that the
  /// database belongs to. Where neither is there, claims are not checked.
  std::filesystem::path root{};
  std::optional<std::string> user_feedback{};  ///< what the user says to the checkpoint, for the continuation
  std::string from_block{};  ///< go on at the beginning of that block, "04", whatever the files say; "":
                             ///< where they say
  std::optional<std::string> now{};  ///< UTC; nullopt: the clock
};

/// Where a mission goes on. Reads the database in one snapshot, then asks git (without a shell, with limits
/// of time and size, and nothing that the repository's configuration names is run) and looks at claimed
/// files. Changes nothing. Errors: not_found, invalid_input (a name that several have, `now`), busy, io.
[[nodiscard]] GridContext grid_context(const Store& store, const GridName& grid, const GridLook& look = {});

/// What can be done about a mission that did not end in order.
struct GridPlan {
  std::string option{};  ///< one of k_grid_options
  std::string what{};    ///< what it does, and what it leaves to the user
  /// For the user to run in the project's directory, before the edits are applied: rlmdb changes no
  /// repository.
  std::vector<std::string> commands{};
  std::vector<GridFileEdit> edits{};
};

struct GridPlans {
  std::string place{};
  std::int64_t version = 0;  ///< of the mission that they are for
  std::vector<GridPlan> plans{};
};

/// Of a session's death `resume` writes a CHECKPOINT.md of type session_death, of a corrupted mission
/// `rebuild` a STATE.md with `recovered: true`, of a failure that nobody has answered `rollback`, `retry` and
/// `manual` write the answer down; of others there is none. Reads as grid_context does.
[[nodiscard]] GridPlans grid_plans(const Store& store, const GridName& grid, const GridLook& look = {});

/// Plans as a JSON document that people can read, and back. Error invalid_input, with the JSON pointer, for a
/// text that is none.
[[nodiscard]] std::string grid_plans_text(const GridPlans& plans);
[[nodiscard]] GridPlans read_grid_plans(const std::string& text, const std::string& name);

/// Does what the plan of that option says, or nothing: conflict where the mission is at another version than
/// the plans are for. not_found: there is no plan of that option.
GridChanged apply_grid_plan(Store& store, const GridPlans& plans, const std::string& option,
                            const GridCondition& condition = {});

}  // namespace rlmdb
