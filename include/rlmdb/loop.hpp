// SPDX-License-Identifier: MIT
/// Ralph loops: their state documents, what was recorded of their iterations, and the protocol by which they
/// are brought up to date.
///
/// Every call that changes something is one write transaction, durable on return, with one event
/// (record_iteration: one more for each regression that it notes), and keeps the previous value of what it
/// changes. It writes the loop's own members and the rows that are new, never those of earlier iterations
/// again. Several threads and processes may change one loop at once; each sees what the others did. Errors
/// of all of them: not_found (no such loop), invalid_input (JSON that is none, that lacks a required
/// member, or has one of a wrong type or out of its range: `where` is its pointer), conflict (the loop's
/// status, its version, an archived loop), busy, io; nothing is changed then.
///
/// A fact is read under whichever name the document has for it (`iteration`, `currentIteration`,
/// `current_iteration`), and is changed where it stands, wherever it stands; a document that says it nowhere
/// gets the snake_case name. A word of status is shown as the source has it; one that nobody knows counts as
/// running, unless another member says that the loop has ended (docs/FORMAT.md lists the words).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rlmdb/change.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb {

/// A loop by its id, "ralph-fix-tests-a1b2c3d4". Of several that go by it the one that is not archived, and
/// Ralph's own before an external one. A text with a `/` is its place beneath the project.
struct LoopId {
  std::string text;
};

struct BestIteration {
  std::int64_t iteration = 0;
  double quality_score = 0;
  std::optional<std::string> snapshot_path{};
  std::optional<std::string> updated_at{};
  std::optional<std::string> selection_reason{};
};

/// What a loop's document says, as given; nullopt: nothing.
struct Loop {
  std::string loop_id{};
  std::string place{};   ///< from the project's root, ".aiwg/ralph/loops/ID/state.json"
  std::string family{};  ///< one of k_loop_families
  bool is_archived = false;
  bool is_active = false;  ///< under way: running, paused, completing, recovering, and not archived
  std::int64_t version = 1;
  std::optional<std::string> status{};
  std::optional<std::string> task{};
  std::optional<std::string> completion_criteria{};
  std::optional<std::int64_t> iteration{};
  std::optional<std::int64_t> max_iterations{};
  std::optional<std::string> started_at{};
  std::optional<std::string> last_updated{};
  std::optional<std::string> finished_at{};
  std::optional<BestIteration> best{};
  std::string reinforcement_level{};   ///< MINIMAL where the document says nothing
  std::int64_t recovery_attempts = 0;  ///< 0 where the document says nothing
  bool detection_enabled = false;      ///< false where the document says nothing
  std::int64_t open_regressions = 0;
  /// Of the newest iterations that have one, oldest first: list_loops gives at most k_listed_scores.
  std::vector<double> scores{};
};

inline constexpr std::int64_t k_listed_scores = 12;

enum class LoopsShown { active, all };

/// Active ones first, the one started last first of all; the first `most`, 0: all. One snapshot. `active`:
/// the others are left out. Costs the number of loops, and the scores of those listed.
[[nodiscard]] std::vector<Loop> list_loops(const Store& store, LoopsShown shown = LoopsShown::active,
                                           std::size_t most = 0);

/// An entry of iteration_history, or where a loop has none of those, of iterations.
struct LoopIteration {
  std::optional<std::int64_t> iteration{};
  std::optional<std::string> timestamp{};
  std::optional<double> quality_score{};  ///< 0 to 100
  std::optional<double> quality_delta{};
  std::optional<std::string> snapshot_path{};
  std::optional<std::int64_t> test_count{};
  std::optional<double> coverage_percentage{};
  std::optional<std::int64_t> typescript_errors{};
  std::optional<std::int64_t> lint_errors{};
  bool regression_detected = false;
  bool recovery_attempted = false;
  std::int64_t artifacts = 0;  ///< how many
  JsonText json{};             ///< the entry as it is
};

struct LoopRegression {
  std::optional<std::string> event_id{};
  std::optional<std::string> timestamp{};
  std::optional<std::int64_t> iteration{};
  std::optional<std::string> regression_type{};
  std::optional<std::string> severity{};
  std::optional<std::string> baseline_value{};  ///< JSON where it is an object or array
  std::optional<std::string> current_value{};
  std::optional<std::string> recovery_outcome{};
  std::optional<std::string> human_decision{};
  bool is_open = false;  ///< no recovery of it succeeded, nobody skipped or approved it
  JsonText json{};
};

struct LoopReinforcement {
  std::optional<std::string> timestamp{};
  std::optional<std::int64_t> iteration{};
  std::optional<std::string> from_level{};
  std::optional<std::string> to_level{};
  std::optional<std::string> reason{};
  JsonText json{};
};

struct LoopRecovery {
  std::optional<std::string> recovery_id{};
  std::optional<std::string> timestamp{};
  std::optional<std::int64_t> iteration{};
  std::optional<std::string> trigger{};
  std::optional<std::string> root_cause{};
  std::optional<double> confidence{};  ///< 0 to 1
  std::optional<std::string> strategy{};
  std::optional<std::string> outcome{};
  std::vector<std::string> steps{};  ///< that it came to: pause, diagnose, adapt, retry, escalate
  JsonText json{};
};

struct LoopPattern {
  std::optional<std::string> pattern_id{};
  std::optional<std::string> pattern_name{};
  std::optional<std::int64_t> iteration{};
  std::optional<std::string> timestamp{};
  std::optional<std::string> severity{};
  bool is_false_positive = false;
  JsonText json{};
};

/// All of one loop.
struct LoopDetails {
  Loop loop{};
  std::vector<LoopIteration> iterations{};
  std::vector<LoopRegression> regressions{};
  std::vector<LoopReinforcement> reinforcements{};
  std::vector<LoopRecovery> recoveries{};
  std::vector<LoopPattern> patterns{};
  std::optional<JsonText> baseline_metrics{};
  std::optional<JsonText> persistence_metrics{};
  std::optional<JsonText> metrics{};
};

/// One snapshot; costs the loop. Error not_found.
[[nodiscard]] LoopDetails loop_details(const Store& store, const LoopId& loop);

/// Both in one snapshot, to be set side by side. Error not_found.
[[nodiscard]] std::pair<LoopDetails, LoopDetails> compare_loops(const Store& store, const LoopId& first,
                                                                const LoopId& second);

/// When a change is made, and on which condition.
struct LoopCondition {
  /// ISO 8601 with a zone; nullopt: now. A time that an entry brings along counts for that entry.
  std::optional<std::string> timestamp{};
  std::optional<std::int64_t> if_version{};  ///< only if this is still the loop's
};

/// A metric of an iteration that is below the loop's baseline.
struct LoopFall {
  std::string metric{};           ///< test_count, coverage_percentage
  std::string regression_type{};  ///< that this is: test_deletion, coverage_regression
  std::string severity{};
  double baseline = 0;
  double current = 0;
  std::string event_id{};  ///< of the regression that was noted; "": none was
};

/// What a change has come to.
struct LoopChanged {
  std::string loop_id{};
  std::string status{};
  std::int64_t version = 0;
  std::int64_t event_seq = 0;
  std::optional<std::int64_t> iteration{};
  std::optional<double> quality_score{};  ///< of what was recorded
  std::optional<double> quality_delta{};
  std::optional<BestIteration> best{};
  bool is_new_best = false;
  std::string reinforcement_level{};
  std::string escalation{};       ///< why the level was changed; "": it was not
  std::string entry_id{};         ///< event_id, recovery_id or pattern_id of what was appended; "": none
  std::vector<LoopFall> falls{};  ///< of the iteration that was recorded
  /// The trigger of a recovery that is due, "stuck_loop_detected: 3 consecutive failures"; "": none is.
  std::string stuck{};
  /// Of the checkpoint that was taken with it; "": none. Its event follows event_seq.
  std::string checkpoint_id{};
};

/// What a loop takes a checkpoint at by itself, where its document asks for that
/// (configuration.auto_checkpoints; checkpoint.yaml, lifecycle.creation).
enum class AutoCheckpoint {
  iteration_boundary,  ///< an iteration is recorded
  artifact_complete,   ///< one is recorded that names artifacts
  phase_start,         ///< a phase begins
};

struct NewLoop {
  std::string task{};
  std::optional<std::string> loop_id{};  ///< a file name; nullopt: "ralph-", the task's words, 8 hex digits
  std::optional<std::string> completion_criteria{};
  std::optional<std::int64_t> max_iterations{};  ///< 1 and up
  std::optional<JsonText> baseline_metrics{};  ///< captured_at, test_count and coverage_percentage are needed
  std::vector<AutoCheckpoint> auto_checkpoints{};
  bool is_forced = false;                  ///< more than k_most_active_loops
  std::optional<std::string> timestamp{};  ///< as LoopCondition has it
};

inline constexpr std::int64_t k_most_active_loops = 4;

/// A new document: running, iteration 0, detection on, level MINIMAL, empty lists. Event `loop:started`.
/// Error conflict also where a loop of that id is there, or k_most_active_loops of Ralph's own are active.
LoopChanged start_loop(Store& store, const NewLoop& loop);

/// Appends an iteration and brings all that hangs on it up to date. Event `loop:recorded`. Of the members
/// only quality_score is needed, or the five of quality_breakdown, out of which it is computed (30, 25, 25,
/// 10 and 10 per cent); where both are given they have to agree, to 0.01 or to a whole number. What is
/// missing is added: iteration (the next; a given one has to be above all recorded, after a restore above the
/// one that the loop went back to), timestamp, quality_delta (checked where given), artifacts, and
/// snapshot_path where a file of that iteration came in. Members that are not known stay. A score strictly
/// above the best becomes the best. The level goes up one step where the iteration reaches a threshold (5:
/// STANDARD, 10: AGGRESSIVE), else where the quality has moved by less than 5 points in each of three
/// iterations since the level changed last; OFF and ADAPTIVE stay. An iteration of which a regression or a
/// recovery was noted before says regression_detected or recovery_attempted.
///
/// test_count and coverage_percentage of metrics_snapshot, else total and coverage of test_results, are held
/// against baseline_metrics: what is lower is in LoopChanged::falls, and while detection is on it is noted as
/// add_regression() would (test_deletion, critical; coverage_regression, high), with an event of its own.
/// It is not noted where the entry says regression_detected by itself, for its caller knows; where a
/// regression of that type was noted of this iteration; nor where one is open that is as bad.
/// LoopChanged::stuck, which the event's reason repeats: the iteration and the two before it failed, since
/// the last recovery. One has failed where `status`, `result` or `outcome` of it is failed, failure or
/// error, `success` is false, or tests failed and no fewer than before it.
///
/// Where the loop asks for it, a checkpoint of it is taken in the same transaction, as
/// create_workflow_checkpoint does of a loop without a document. Error conflict where the loop is not
/// running.
LoopChanged record_iteration(Store& store, const LoopId& loop, const JsonText& iteration,
                             const LoopCondition& condition = {});

/// Appends a regression: regression_type and severity are needed, event_id (a UUID), timestamp and iteration
/// (the loop's) are added. recovery_attempts counts it, its iteration says regression_detected, and the level
/// goes up one step, once an iteration. Event `loop:regression`.
LoopChanged add_regression(Store& store, const LoopId& loop, const JsonText& regression,
                           const LoopCondition& condition = {});

/// Sets members of the regression `event_id`, as human_decision; the others stay. Event `loop:regression`.
/// Also of an ended loop.
LoopChanged update_regression(Store& store, const LoopId& loop, const std::string& event_id,
                              const JsonText& members, const LoopCondition& condition = {});

struct Reinforcement {
  std::string level{};                      ///< OFF, MINIMAL, STANDARD, AGGRESSIVE, ADAPTIVE
  std::optional<std::string> reason{};      ///< nullopt: "Set by hand"
  std::optional<std::int64_t> iteration{};  ///< nullopt: the loop's
};

/// Changes the level, up or down. Event `loop:reinforced`. Error conflict where it is the level already.
LoopChanged reinforce_loop(Store& store, const LoopId& loop, const Reinforcement& reinforcement,
                           const LoopCondition& condition = {});

/// Appends a recovery attempt: trigger is needed, recovery_id, timestamp and iteration are added; its
/// iteration says recovery_attempted. With `event_id` that regression gets recovery_protocol_invoked, the
/// outcome as its recovery_outcome (`aborted` as failed), and human_gate_invoked where the attempt came to
/// escalate. Event `loop:recovered`. Also of a crashed loop.
LoopChanged add_recovery(Store& store, const LoopId& loop, const JsonText& recovery,
                         const std::optional<std::string>& event_id = {},
                         const LoopCondition& condition = {});

/// Appends a detected pattern: pattern_id is needed, iteration and timestamp are added. Event `loop:noted`.
/// persistence_metrics follow the patterns, as they do when one is marked: true_positive_count, those that
/// say false_positive: false; false_positive_count, those that say true; false_positive_rate, the latter
/// over all.
LoopChanged add_pattern(Store& store, const LoopId& loop, const JsonText& pattern,
                        const LoopCondition& condition = {});

/// A detected pattern by its id. The same may be found in several iterations.
struct PatternName {
  std::string pattern_id{};
  std::optional<std::int64_t> iteration{};  ///< nullopt: it has to be found in one alone
};

/// Sets members of a detected pattern, as false_positive; the others stay. Of several in one iteration each.
/// Event `loop:changed`. Also of an ended loop. Error conflict where patterns of several iterations go by the
/// name.
LoopChanged update_pattern(Store& store, const LoopId& loop, const PatternName& pattern,
                           const JsonText& members, const LoopCondition& condition = {});

/// Whether a baseline may take the place of another.
enum class BaselineChange { only_first, replace };

/// Sets baseline_metrics, as NewLoop has them. Event `loop:changed`. Also of an ended loop. Error conflict
/// where the loop has a baseline, unless that is to be replaced; its event keeps it then.
LoopChanged set_baseline(Store& store, const LoopId& loop, const JsonText& baseline,
                         BaselineChange change = BaselineChange::only_first,
                         const LoopCondition& condition = {});

/// At what the loop takes checkpoints by itself from now on; nothing: at nothing. Event `loop:changed`.
LoopChanged set_auto_checkpoints(Store& store, const LoopId& loop, const std::vector<AutoCheckpoint>& at,
                                 const LoopCondition& condition = {});

/// The loop goes into that phase, and where it asks for it takes a checkpoint in the same transaction. Event
/// `loop:changed`. Error conflict where the loop has ended.
LoopChanged start_phase(Store& store, const LoopId& loop, const std::string& phase,
                        const LoopCondition& condition = {});

/// Sets members of persistence_metrics; the others stay. Event `loop:noted`. Also of an ended loop.
LoopChanged update_persistence_metrics(Store& store, const LoopId& loop, const JsonText& metrics,
                                       const LoopCondition& condition = {});

/// paused, running (again), completing, crashed, or an end as finish_loop. Event `loop:status`. Error
/// conflict where that status cannot follow the loop's.
LoopChanged set_loop_status(Store& store, const LoopId& loop, const std::string& status,
                            const LoopCondition& condition = {});

/// Ends it as completed, failed or aborted: detection off, completed_at, and the best iteration made sure of.
/// Event `loop:finished`. Error conflict where it cannot end so.
LoopChanged finish_loop(Store& store, const LoopId& loop, const std::string& status = "completed",
                        const LoopCondition& condition = {});

}  // namespace rlmdb
