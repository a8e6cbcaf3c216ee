// SPDX-License-Identifier: MIT
/// Checkpoints of workflows and of loops: the whole state of one, kept so that it can go on
/// from there. A restore looks at all of it before it writes anything. Checkpoints of variables are another
/// matter: rlmdb/checkpoint.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rlmdb/change.hpp"
#include "rlmdb/clock_trust.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb {

/// `trigger` of a checkpoint.
inline constexpr std::array<std::string_view, 6> k_workflow_triggers{
    "manual", "automatic", "phase_boundary", "iteration", "pre_risky_op", "error_recovery"};

/// What a checkpoint holds: a record of its own, or a loop's state document.
inline constexpr std::array<std::string_view, 2> k_workflow_checkpoint_kinds{"workflow", "loop-state"};

/// One of the seed's auto_triggers, and the trigger that it is.
struct AutoTrigger {
  std::string_view name{};
  std::string_view trigger{};
};
inline constexpr std::array<AutoTrigger, 4> k_auto_triggers{{{"phase_start", "phase_boundary"},
                                                             {"artifact_complete", "automatic"},
                                                             {"before_external_call", "pre_risky_op"},
                                                             {"iteration_boundary", "iteration"}}};

enum class WorkflowKind { workflow, loop };

/// Whose checkpoints are meant: those of a workflow, or of a loop.
struct WorkflowOwner {
  WorkflowKind kind = WorkflowKind::workflow;
  std::string id{};
};

/// "workflow flow-1", "loop ralph-fix-a1b2c3d4": as messages name it.
[[nodiscard]] std::string to_text(const WorkflowOwner& owner);

/// One checkpoint, taken here or imported. What the document says is as given; nullopt: nothing.
struct WorkflowCheckpoint {
  std::string id{};     ///< checkpoint_id; of one that has none the file's name without its ending
  std::string owner{};  ///< the loop, else the workflow
  std::string kind{};   ///< one of k_workflow_checkpoint_kinds
  std::string place{};  ///< its file, from the project's root: where an export writes it
  std::optional<std::string> workflow_id{};
  std::optional<std::string> loop_id{};
  std::optional<std::string> workflow_type{};
  std::optional<std::string> created_at{};
  std::optional<std::string> trigger{};
  std::optional<std::string> phase{};
  std::optional<std::string> step{};
  std::optional<std::int64_t> iteration{};
  std::optional<double> percentage{};  ///< 0 to 100
  std::optional<std::int64_t> retention_days{};
  std::vector<std::string> tags{};
  std::optional<std::string> schema_version{};
  std::optional<std::string> source_path{};  ///< of an imported one
  std::optional<std::int64_t> event_seq{};   ///< of its taking; nullopt: not taken here
  std::int64_t bytes = 0;                    ///< of the document as compact JSON
  std::int64_t kept_artifacts = 0;           ///< of how many artifacts a copy is kept
  bool is_packed = false;
  bool is_restored = false;             ///< its owner goes on from it
  std::optional<std::string> defect{};  ///< why it cannot be restored; nullopt: it is whole
};

/// Whether a checkpoint keeps copies of its artifacts, out of which a restore can put them back.
enum class ArtifactCopies { none, keep };

/// Of all artifacts of one checkpoint together.
inline constexpr std::int64_t k_most_artifact_bytes = 64 * 1024 * 1024;

/// What a new checkpoint is made of. What stands here counts before what `document` says.
struct NewWorkflowCheckpoint {
  WorkflowOwner owner{};
  /// The record, or its `state`. Of a loop nullopt will do: then it is what the loop's document says.
  std::optional<JsonText> document{};
  /// Default manual. One of k_auto_triggers is kept as the trigger that it is, its name as
  /// metadata.auto_trigger.
  std::optional<std::string> trigger{};
  std::optional<std::int64_t> retention_days{};  ///< default 30
  std::vector<std::string> tags{};               ///< besides the document's; one that has any is never pruned
  std::vector<std::string> artifacts{};          ///< files beneath `root`, kept by their SHA-256
  std::filesystem::path root{};                  ///< the project's; used for `artifacts` alone
  ArtifactCopies copies = ArtifactCopies::none;  ///< of `artifacts`
  std::int64_t most_artifact_bytes = k_most_artifact_bytes;  ///< of the copies together, 1 to 900,000,000
};

/// Takes a checkpoint, in one transaction, with one event `workflow:checkpointed`. Members that the record
/// lacks are made: checkpoint_id (a random UUID), created_at (now), of metadata all; schema_version is always
/// "2.0". A loop's goes to `.aiwg/ralph/loops/ID/checkpoints/iteration-NNN.json.gz`, that of an
/// external one beneath `.aiwg/ralph-external/`; any other, and that of a loop without a directory of its
/// own, which has no loop_id, to `.aiwg/checkpoints/WORKFLOW-TIME-TRIGGER.json.gz`; where that place is taken
/// it gets a number. An artifact is `created`, `modified` or `unchanged` against the newest checkpoint that
/// names it, `deleted` where the file of such a one is gone. Durable on return. Errors: usage (a workflow
/// without a document), not_found (no such loop, no such file), invalid_input (not as the schema has it, with
/// the place; more bytes of artifacts than are to be kept), conflict (the id is taken, the record is another
/// owner's), busy, io. Costs the document and the artifacts, which are held in memory, not the number of
/// checkpoints.
WorkflowCheckpoint create_workflow_checkpoint(Store& store, const NewWorkflowCheckpoint& checkpoint);

/// Checkpoints, newest first: of one owner, or of all, then by owner. Each is held against its hash. One
/// snapshot.
[[nodiscard]] std::vector<WorkflowCheckpoint> workflow_checkpoints_of(
    const Store& store, const std::optional<WorkflowOwner>& owner = {});

struct WorkflowContent {
  WorkflowCheckpoint checkpoint{};
  JsonText document{};      ///< compact; "" where it is damaged
  std::string file_text{};  ///< with two-space indent, as its file has it unpacked; "" where it is damaged
};

/// What a checkpoint holds, packed or not. `id` as in WorkflowCheckpoint, or its place. Errors: not_found,
/// conflict (several of that owner go by it).
[[nodiscard]] WorkflowContent workflow_checkpoint(const Store& store, const WorkflowOwner& owner,
                                                  const std::string& id);

enum class RestoreStrategy {
  last,    ///< the newest
  select,  ///< the one that is named
  /// The newest that is whole, of an iteration before the first unresolved critical regression of the loop,
  /// none of whose artifacts changed since.
  smart,
};

enum class RestoreRun { apply, dry_run };
/// Whether an artifact may pass whose hash is no SHA-256. One without a hash passes: of it nothing was said.
enum class UncheckedArtifacts { refuse, allow };

/// What becomes of artifacts that are not as they were.
enum class ArtifactRestore {
  compare,   ///< they end the restore
  put_back,  ///< those that have a copy are written anew, those that should be away are moved away
};

struct RestoreOptions {
  WorkflowOwner owner{};
  RestoreStrategy strategy = RestoreStrategy::last;
  std::string id{};              ///< of select
  std::filesystem::path root{};  ///< what artifacts are compared with
  UncheckedArtifacts unchecked = UncheckedArtifacts::refuse;
  ArtifactRestore artifacts = ArtifactRestore::compare;
  RestoreRun run = RestoreRun::apply;
};

/// The restore sequence of the seed.
enum class RestoreStepKind { integrity, artifacts, variables, agent_state, verify, resume };

enum class StepOutcome {
  done,
  failed,   ///< nothing is restored; the steps behind it are skipped
  skipped,  ///< not reached
  planned,  ///< of a dry run: what would be done
};

struct RestoreStep {
  RestoreStepKind kind = RestoreStepKind::integrity;
  StepOutcome outcome = StepOutcome::skipped;
  std::string detail{};
};

enum class ArtifactState {
  same,       ///< the file has the hash, or is away as it should be
  changed,    ///< the file has another hash
  missing,    ///< there is no such file
  present,    ///< it should be away, and is there
  unchecked,  ///< its hash is no SHA-256 in hex, or it has none
  refused,    ///< leads out of the root, or is no regular file
};

struct ArtifactCheck {
  std::string path{};
  std::string status{};                       ///< created, modified, deleted, unchanged; as given
  std::string hash{};                         ///< as given
  ArtifactState state = ArtifactState::same;  ///< before anything was put back
  bool has_copy = false;                      ///< the checkpoint keeps its bytes
  bool is_put_back = false;                   ///< of a dry run: it would be
  std::string kept_as{};  ///< where the file that was there lies now; "": there was none, or a dry run
};

struct RestoreReport {
  WorkflowOwner owner{};
  RestoreStrategy strategy = RestoreStrategy::last;
  std::optional<WorkflowCheckpoint> checkpoint{};  ///< nullopt: smart found none
  std::vector<RestoreStep> steps{};                ///< all six, unless no checkpoint was found
  std::vector<ArtifactCheck> artifacts{};
  std::vector<std::pair<WorkflowCheckpoint, std::string>>
      passed_over{};           ///< newer ones, and why; newest first
  bool is_restored = false;    ///< false also of a dry run
  std::int64_t event_seq = 0;  ///< 0: none was written
  std::string loop_status{};   ///< of the loop that goes on: running, recovering; "": there is none
  /// No step failed.
  [[nodiscard]] bool is_good() const noexcept;
};

/// Sets a workflow back to a checkpoint. First the checkpoint is held against its hash and the schema, then
/// each artifact against the file beneath `root`; a failure ends it there, is in the report, and leaves the
/// database and all files as they were. Artifacts that are to be put back are written beside their places
/// first, and take them when all else is done; a file that was there stays beside it, as NAME.bak,
/// NAME.bak.1… (the first name that is free). Then, in one transaction with one event `workflow:restored`:
/// variables and agent state become the owner's `workflow_states` row, are read back, and a loop of that id
/// goes on: its document gets the checkpoint's iteration and the status running, or, of the kind loop-state,
/// becomes the checkpoint with the status recovering and one recovery attempt more. Without put_back no file
/// is written. Durable on return. Errors: not_found (no checkpoint, no such loop), conflict (several of that
/// id; the checkpoint, the loop's regressions or an artifact changed meanwhile; an artifact may not be
/// overwritten, as replace_file() has it), busy, io. Files up to 1 GiB are read, one at a time.
RestoreReport restore_workflow(Store& store, const RestoreOptions& options);

/// How the workflow ended, where its end is why old checkpoints go.
enum class WorkflowEnd {
  none,     ///< it goes on
  success,  ///< only the latest is kept
  failure,  ///< all that are younger than their days stay as they are
};

enum class WorkflowPruneRun { apply, dry_run };

struct WorkflowPruneOptions {
  std::optional<WorkflowOwner> owner{};  ///< nullopt: each owner by itself
  std::int64_t keep = 5;                 ///< of each owner the newest so many
  /// Days instead of those that checkpoints say; nullopt: their retention_days, else 30.
  std::optional<std::int64_t> older_than{};
  WorkflowEnd end = WorkflowEnd::none;
  WorkflowPruneRun run = WorkflowPruneRun::apply;
  ClockTrust clock = ClockTrust::by_events;
};

/// Why one that was beyond the number and its days stays.
enum class WorkflowKept {
  tagged,
  newest,
  restored,
  undated,  ///< beyond the number, and its time cannot be read: no age lets it go
};

struct WorkflowPruneReport {
  std::vector<WorkflowCheckpoint> removed{};  ///< by owner, newest first
  std::vector<WorkflowCheckpoint> packed{};
  std::vector<std::pair<WorkflowCheckpoint, WorkflowKept>> kept{};
  std::int64_t recent = 0;  ///< stay because of the number or their days
  bool applied = false;
};

/// Packs what is older than 7 days, and removes what is beyond the number and older than its days; after a
/// success all but the newest. Never one that has a tag, the newest of an owner, its newest whole one, or the
/// one that the owner was restored from. One event `workflow:pruned` where anything changed. Errors:
/// not_found (no checkpoint of the owner), usage (a negative number), conflict (one would go, and the clock lies
/// before the newest event, or as ClockTrust has it), busy, io.
WorkflowPruneReport prune_workflow_checkpoints(Store& store, const WorkflowPruneOptions& options = {});

}  // namespace rlmdb
