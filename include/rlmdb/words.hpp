// SPDX-License-Identifier: MIT
/// The closed lists of words in task stores and in databases, each in one place. The words of an enum stand in
/// the order of its members. Help texts and JSON schemas list words in this order as well.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

namespace rlmdb {

/// The words of E in the order of its members; empty for an enum that has none.
template <class E>
inline constexpr std::array<std::string_view, 0> k_words_of{};

/// An enum whose members have words.
template <class E>
concept Worded = std::is_enum_v<E> && !k_words_of<E>.empty();

namespace details {

/// Whether a member of an enum has this value: of any other, compilers write the number, "= (rlmdb::E)3".
template <auto Value>
consteval bool is_member() {
  return std::string_view(__PRETTY_FUNCTION__).find("= (") == std::string_view::npos;
}

/// False where E has a member behind those that have words.
template <Worded E>
inline constexpr bool k_has_all_words = !is_member<static_cast<E>(k_words_of<E>.size())>();

}  // namespace details

/// The word of a member. Never empty; no cost. Does not compile where a member has none.
template <Worded E>
[[nodiscard]] constexpr std::string_view to_text(E member) noexcept {
  static_assert(details::k_has_all_words<E>);
  return k_words_of<E>[static_cast<std::size_t>(member)];
}

/// The member with that word, as it is spelt; nullopt: there is none.
template <Worded E>
[[nodiscard]] constexpr std::optional<E> named(std::string_view word) noexcept {
  const auto found = std::find(k_words_of<E>.begin(), k_words_of<E>.end(), word);
  if (found == k_words_of<E>.end()) return std::nullopt;
  return static_cast<E>(found - k_words_of<E>.begin());
}

/// All members of E, in their order.
template <Worded E>
inline constexpr auto k_members_of = [] {
  std::array<E, k_words_of<E>.size()> members{};
  for (std::size_t place = 0; place < members.size(); ++place) members[place] = static_cast<E>(place);
  return members;
}();

/// What went wrong, in the order of ErrorCode.
enum class ErrorCode;
template <>
inline constexpr std::array<std::string_view, 10> k_words_of<ErrorCode>{
    "usage",          "not_found",        "invalid_input", "conflict", "busy",
    "schema_too_new", "not_our_database", "corrupt",       "io",       "internal"};
/// `state` of a task, as stores and `tasks.state` spell it; `unknown` only a column says.
enum class TaskState;
template <>
inline constexpr std::array<std::string_view, 6> k_words_of<TaskState>{"queued", "running",   "completed",
                                                                       "failed", "cancelled", "unknown"};
/// Those of them that a store may say.
inline constexpr std::array<std::string_view, 5> k_task_states = [] {
  std::array<std::string_view, 5> states{};
  std::copy_n(k_words_of<TaskState>.begin(), states.size(), states.begin());
  return states;
}();
/// `decomposition_strategy`: what a node says of its children.
inline constexpr std::array<std::string_view, 4> k_decomposition_strategies{"parallel", "sequential",
                                                                            "conditional", "map-reduce"};
/// `merge_strategy`: what becomes of its children's results.
enum class MergeStrategy;
template <>
inline constexpr std::array<std::string_view, 4> k_words_of<MergeStrategy>{"concatenate", "summarize", "vote",
                                                                           "best-of-n"};
/// `status` of a result in the shape of a node's.
inline constexpr std::array<std::string_view, 4> k_result_statuses{"success", "partial", "failed",
                                                                   "cancelled"};
/// `output_type` of such a result.
inline constexpr std::array<std::string_view, 5> k_output_types{"text", "json", "markdown", "code",
                                                                "file_path"};
/// `metadata.finish_reason` of such a result.
inline constexpr std::array<std::string_view, 4> k_finish_reasons{"stop", "length", "tool_use", "error"};
/// `execution_mode` of a tree.
inline constexpr std::array<std::string_view, 4> k_execution_modes{"strict", "seeded", "logged", "default"};
/// `metadata.completion_status` of a state document.
inline constexpr std::array<std::string_view, 4> k_completion_statuses{"incomplete", "complete", "error",
                                                                       "cancelled"};
/// How a vote is decided.
enum class VoteRule;
template <>
inline constexpr std::array<std::string_view, 3> k_words_of<VoteRule>{"majority", "consensus", "plurality"};
/// `scope` of a state document.
enum class StateScope;
template <>
inline constexpr std::array<std::string_view, 5> k_words_of<StateScope>{"global", "session", "tree",
                                                                        "temporary", "state"};
/// `type` of a variable, as its schema has them.
inline constexpr std::array<std::string_view, 8> k_variable_types{
    "text", "number", "boolean", "null", "json", "array", "file_path", "file_content"};
/// `reinforcement_level` of a loop.
inline constexpr std::array<std::string_view, 5> k_reinforcement_levels{"OFF", "MINIMAL", "STANDARD",
                                                                        "AGGRESSIVE", "ADAPTIVE"};
/// `severity` of a loop's regression, the worst first.
inline constexpr std::array<std::string_view, 4> k_severities{"critical", "high", "medium", "low"};

/// What was proved of a source.
enum class Proven;
template <>
inline constexpr std::array<std::string_view, 4> k_words_of<Proven>{"identical", "complete", "partial",
                                                                    "nothing"};

/// `imports.kind`: the kinds of legacy files, in the order in which those of a project come in.
inline constexpr std::array<std::string_view, 12> k_source_kinds{
    "tasks-json",    "tree-json", "node-json",     "state-json", "checkpoint-json", "value-json",
    "history-jsonl", "loop-json", "workflow-json", "grid-file",  "kept-json",       "kept-text"};

/// What a loop is: Ralph's own, or an external one.
inline constexpr std::array<std::string_view, 2> k_loop_families{"ralph", "ralph-external"};

/// What an export writes.
enum class ExportFormat;
template <>
inline constexpr std::array<std::string_view, 5> k_words_of<ExportFormat>{"tasks-json", "tree", "state",
                                                                          "checkpoint", "loop"};
/// Where a limit comes from.
enum class LimitSource;
template <>
inline constexpr std::array<std::string_view, 3> k_words_of<LimitSource>{"default", "project", "tree"};
/// How a tree stands to one of its limits.
enum class Standing;
template <>
inline constexpr std::array<std::string_view, 3> k_words_of<Standing>{"below", "at", "over"};
/// What becomes of a new node beyond them.
enum class LimitAction;
template <>
inline constexpr std::array<std::string_view, 2> k_words_of<LimitAction>{"warn", "refuse"};
/// The limits of a tree.
inline constexpr std::array<std::string_view, 5> k_tree_limits{"max_depth", "max_children", "max_nodes",
                                                               "max_context_tokens", "timeout_ms"};
/// What a new task is warned of: limits of its tree that it goes beyond, or that were not read, what is unlike
/// the schema, and a time that is past.
inline constexpr std::array<std::string_view, 7> k_new_task_warnings{
    "max_depth",     "max_children",  "max_nodes",  "max_context_tokens",
    "limits_unread", "unlike_schema", "time_passed"};
/// By what the costs of a tree are summed.
enum class CostBy;
template <>
inline constexpr std::array<std::string_view, 4> k_words_of<CostBy>{"node", "depth", "agent", "model"};
/// Why a queued task waits; `ready`: it does not.
inline constexpr std::array<std::string_view, 11> k_readiness_codes{"ready",
                                                                    "child",
                                                                    "sibling",
                                                                    "ancestor",
                                                                    "dependency",
                                                                    "dependency_cycle",
                                                                    "dependency_unknown",
                                                                    "backoff",
                                                                    "scheduled",
                                                                    "budget_spent",
                                                                    "held"};
/// What is wrong with a tree, and then what keeps its nodes from being claimed.
inline constexpr std::array<std::string_view, 10> k_tree_findings{"cycle",
                                                                  "orphan",
                                                                  "several_roots",
                                                                  "no_root",
                                                                  "wrong_depth",
                                                                  "parent_in_other_tree",
                                                                  "duplicate_node_id",
                                                                  "dependency_cycle",
                                                                  "dependency_unknown",
                                                                  "budget_spent"};
/// What `verify` lists that is no difference.
inline constexpr std::array<std::string_view, 3> k_oddity_codes{"unlike_schema", "dependency_cycle",
                                                                "dependency_unknown"};
/// What became of a record that two copies of one store have.
inline constexpr std::array<std::string_view, 3> k_copy_decisions{"taken", "older", "reissued"};
/// What a file is that a purge does not change.
inline constexpr std::array<std::string_view, 3> k_purge_copies{"source", "backup", "file"};
/// What happens to a node after a crash.
enum class Decision;
template <>
inline constexpr std::array<std::string_view, 7> k_words_of<Decision>{"skip",  "resume", "retry",  "wait",
                                                                      "ready", "refuse", "give_up"};
/// What is kept for a while, or of checkpoints in a number.
enum class RetentionKind;
template <>
inline constexpr std::array<std::string_view, 7> k_words_of<RetentionKind>{
    "completed", "failed", "cancelled", "workflows", "events", "requests", "checkpoints"};
/// How a run of maintain() ended.
enum class MaintainOutcome;
template <>
inline constexpr std::array<std::string_view, 6> k_words_of<MaintainOutcome>{
    "no_retention", "listed", "nothing_due", "cleaned", "backup_unsound", "interrupted"};
/// What one event did to a variable.
enum class VariableOperation;
template <>
inline constexpr std::array<std::string_view, 5> k_words_of<VariableOperation>{"create", "update", "delete",
                                                                               "rename", "rollback"};
/// Whether the database holds the variables of a checkpoint.
enum class CheckpointStatus;
template <>
inline constexpr std::array<std::string_view, 3> k_words_of<CheckpointStatus>{"kept", "pruned",
                                                                              "not_imported"};
/// How a variable differs between two checkpoints.
enum class DifferenceKind;
template <>
inline constexpr std::array<std::string_view, 3> k_words_of<DifferenceKind>{"added", "removed", "changed"};
/// Why an old checkpoint stays.
enum class KeptBecause;
template <>
inline constexpr std::array<std::string_view, 2> k_words_of<KeptBecause>{"pinned", "resume"};
/// `configuration.auto_checkpoints` of a loop: when a checkpoint is taken.
enum class AutoCheckpoint;
template <>
inline constexpr std::array<std::string_view, 3> k_words_of<AutoCheckpoint>{
    "iteration_boundary", "artifact_complete", "phase_start"};
/// Which checkpoint a workflow goes back to.
enum class RestoreStrategy;
template <>
inline constexpr std::array<std::string_view, 3> k_words_of<RestoreStrategy>{"last", "select", "smart"};
/// The steps of a restore, in the order in which they are taken.
enum class RestoreStepKind;
template <>
inline constexpr std::array<std::string_view, 6> k_words_of<RestoreStepKind>{
    "validate_checkpoint_integrity", "restore_artifacts", "restore_variables",
    "restore_agent_state",           "verify_state",      "resume_or_fail"};
/// How such a step ended.
enum class StepOutcome;
template <>
inline constexpr std::array<std::string_view, 4> k_words_of<StepOutcome>{"done", "failed", "skipped",
                                                                         "planned"};
/// How a file is, held against its checkpoint.
enum class ArtifactState;
template <>
inline constexpr std::array<std::string_view, 6> k_words_of<ArtifactState>{"same",    "changed",   "missing",
                                                                           "present", "unchecked", "refused"};
/// Why an old checkpoint of a workflow stays.
enum class WorkflowKept;
template <>
inline constexpr std::array<std::string_view, 4> k_words_of<WorkflowKept>{"tagged", "newest", "restored",
                                                                          "undated"};
/// How a mission of the Grid was left.
enum class GridScenario;
template <>
inline constexpr std::array<std::string_view, 7> k_words_of<GridScenario>{
    "clean-checkpoint", "interrupted", "session-death", "failure", "corrupted", "completed", "running"};
/// How sure it is where the mission goes on.
enum class GridConfidence;
template <>
inline constexpr std::array<std::string_view, 3> k_words_of<GridConfidence>{"low", "medium", "high"};
/// What is to be done then.
enum class GridNext;
template <>
inline constexpr std::array<std::string_view, 4> k_words_of<GridNext>{"go-on", "wait", "choose", "nothing"};
/// What became of a check before it.
enum class GridCheckResult;
template <>
inline constexpr std::array<std::string_view, 3> k_words_of<GridCheckResult>{"passed", "failed", "unchecked"};
/// What is checked.
inline constexpr std::array<std::string_view, 7> k_grid_checks{"state", "commits",  "files",  "checkpoint",
                                                               "plans", "position", "members"};
/// What can be done about a mission that did not end in order.
inline constexpr std::array<std::string_view, 5> k_grid_options{"resume", "rebuild", "rollback", "retry",
                                                                "manual"};
/// `type` of a checkpoint of the Grid, as a new one may have it.
inline constexpr std::array<std::string_view, 5> k_grid_checkpoint_types{
    "human_verify", "human_action", "decision", "session_death", "failure"};
/// What a mission learns, by category.
inline constexpr std::array<std::string_view, 6> k_grid_warmth_categories{
    "codebase_patterns", "gotchas", "user_preferences", "decisions_made", "almost_did", "fragile_areas"};
/// What became of one of its files.
inline constexpr std::array<std::string_view, 3> k_grid_file_changes{"new", "changed", "removed"};

}  // namespace rlmdb
