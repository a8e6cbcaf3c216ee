// SPDX-License-Identifier: MIT
#include "cleanup/cleanup_columns.hpp"

#include "format/state_look.hpp"

namespace rlmdb::cli {

const Rows<Removal>& removal_rows() {
  static const Rows<Removal> k_rows(
      {{"id", &Removal::id, {"ID", 16}},
       {"state",
        &Removal::state,
        {"STATE", 9},
        [](const Removal& task) { return tint_of(state_named(task.state)); }},
       {"completed_at", as_time(&Removal::completed_at), {"ENDED", 10}},
       {"tree_id", &Removal::tree_id, {"TREE", 13}},
       {"bytes", as_bytes(&Removal::bytes), {"SIZE"}},
       {"reason", &Removal::reason}},
      {}, {.screen = "id state completed_at tree_id bytes", .gives_way = "tree_id"});
  return k_rows;
}

const Rows<TreeRemoval>& removed_tree_rows() {
  static const Rows<TreeRemoval> k_rows(
      {{"tree_id", &TreeRemoval::tree_id},
       {"nodes", &TreeRemoval::nodes},
       {"documents", &TreeRemoval::documents},
       {"states", &TreeRemoval::states},
       {"checkpoints", &TreeRemoval::checkpoints},
       {"files", &TreeRemoval::files},
       {"has_settings", &TreeRemoval::has_settings}},
      {{"tree", [](const TreeRemoval& tree) { return "tree:" + tree.tree_id.text; }}},
      {.screen = "tree nodes documents states checkpoints files"});
  return k_rows;
}

const Rows<ExpiredVariable>& expired_rows() {
  static const Rows<ExpiredVariable> k_rows(
      {{"state", &ExpiredVariable::state, {"TEMPORARY", 16}},
       {"name", &ExpiredVariable::name, {"VARIABLE", 16}},
       {"expired_at", as_time(&ExpiredVariable::expired_at), {"EXPIRED", 10}}},
      {{"document", [](const ExpiredVariable& variable) { return "temporary:" + variable.state; }}},
      {.screen = "state name expired_at", .lines = "document name expired_at"});
  return k_rows;
}

const Rows<WorkflowCheckpoint>& removed_workflow_rows() {
  static const Rows<WorkflowCheckpoint> k_rows(
      {{"owner", &WorkflowCheckpoint::owner, {"WORKFLOW", 16}},
       {"id", &WorkflowCheckpoint::id, {"CHECKPOINT", 16}},
       {"created_at", as_time(&WorkflowCheckpoint::created_at), {"TAKEN", 10}},
       {"bytes", as_bytes(&WorkflowCheckpoint::bytes), {"SIZE"}}},
      {{"workflow", [](const WorkflowCheckpoint& checkpoint) { return "workflow:" + checkpoint.owner; }}},
      {.screen = "owner id created_at bytes", .lines = "workflow id created_at bytes"});
  return k_rows;
}

const Rows<Checkpoint>& removed_checkpoint_rows() {
  static const Rows<Checkpoint> k_rows(
      {{"owner",
        [](const Checkpoint& checkpoint) { return to_text(checkpoint.owner); },
        {"CHECKPOINT OF", 16}},
       {"checkpoint_id", &Checkpoint::checkpoint_id, {"ID", 18}},
       {"name", &Checkpoint::name, {"NAME", 8}},
       {"last_used_at", as_time(&Checkpoint::last_used_at), {"USED", 10}}},
      {{"of", [](const Checkpoint& checkpoint) { return "checkpoint:" + to_text(checkpoint.owner); }}},
      {.screen = "owner checkpoint_id name last_used_at", .lines = "of checkpoint_id name last_used_at"});
  return k_rows;
}

const Rows<Kept>& kept_rows() {
  static const Rows<Kept> k_rows(
      {{"id", &Kept::id}, {"tree_id", &Kept::tree_id}, {"tasks", &Kept::tasks}, {"because", &Kept::because}});
  return k_rows;
}

const Rows<OldFailure>& old_failure_rows() {
  static const Rows<OldFailure> k_rows({{"id", &OldFailure::id},
                                        {"completed_at", &OldFailure::completed_at},
                                        {"tree_id", &OldFailure::tree_id}});
  return k_rows;
}

const Rows<UndatedTask>& undated_rows() {
  static const Rows<UndatedTask> k_rows({{"id", &UndatedTask::id},
                                         {"state", &UndatedTask::state},
                                         {"completed_at", unless_empty(&UndatedTask::completed_at)},
                                         {"tree_id", &UndatedTask::tree_id}});
  return k_rows;
}

const Rows<FailedTask>& failed_task_rows() {
  static const Rows<FailedTask> k_rows(
      {{"id", &FailedTask::id, {"ID", 16}},
       {"tree_id", &FailedTask::tree_id, {"TREE", 13}},
       {"failed_at", as_time(unless_empty(&FailedTask::failed_at)), {"FAILED", 10}},
       {"agent", unless_empty(&FailedTask::agent), {"AGENT", 8}},
       {"error", unless_empty(&FailedTask::error), {"ERROR", 16}},
       {"reviewed_at", as_time(unless_empty(&FailedTask::reviewed_at)), {"REVIEWED", 10}},
       {"reviewed_by", unless_empty(&FailedTask::reviewed_by)},
       {"note", unless_empty(&FailedTask::note), {"NOTE", 8}}},
      {},
      {.screen = "id tree_id failed_at agent error reviewed_at note",
       .lines = "id tree_id failed_at agent error reviewed_at note",
       .gives_way = "tree_id agent",
       .may_lack = "tree_id agent reviewed_at note"});
  return k_rows;
}

}  // namespace rlmdb::cli
