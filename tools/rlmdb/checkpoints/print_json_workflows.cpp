// SPDX-License-Identifier: MIT
#include "checkpoints/print_workflows.hpp"
#include "format/json_writer.hpp"

namespace rlmdb::cli {
namespace {

void append_checkpoint(std::string& json, const WorkflowCheckpoint& checkpoint) {
  JsonObject(json)
      .add("checkpoint_id", std::string_view(checkpoint.id))
      .add("owner", std::string_view(checkpoint.owner))
      .add("kind", std::string_view(checkpoint.kind))
      .add("place", std::string_view(checkpoint.place))
      .add("workflow_id", checkpoint.workflow_id)
      .add("loop_id", checkpoint.loop_id)
      .add("workflow_type", checkpoint.workflow_type)
      .add("created_at", checkpoint.created_at)
      .add("trigger", checkpoint.trigger)
      .add("phase", checkpoint.phase)
      .add("step", checkpoint.step)
      .add("iteration", checkpoint.iteration)
      .add("percentage", checkpoint.percentage)
      .add("retention_days", checkpoint.retention_days)
      .add_strings("tags", checkpoint.tags)
      .add("schema_version", checkpoint.schema_version)
      .add("source_path", checkpoint.source_path)
      .add("event_seq", checkpoint.event_seq)
      .add("bytes", checkpoint.bytes)
      .add("is_packed", checkpoint.is_packed)
      .add("is_restored", checkpoint.is_restored)
      .add("defect", checkpoint.defect)
      .close();
}

void append_step(std::string& json, const RestoreStep& step) {
  JsonObject(json)
      .add("step", to_text(step.kind))
      .add("outcome", to_text(step.outcome))
      .add_or_null("detail", step.detail)
      .close();
}

void append_artifact(std::string& json, const ArtifactCheck& check) {
  JsonObject(json)
      .add("path", std::string_view(check.path))
      .add_or_null("status", check.status)
      .add_or_null("hash", check.hash)
      .add("state", to_text(check.state))
      .close();
}

void append_passed(std::string& json, const std::pair<WorkflowCheckpoint, std::string>& passed) {
  JsonObject object(json);
  object.add("because", std::string_view(passed.second));
  append_checkpoint(object.member("checkpoint"), passed.first);
  object.close();
}

void append_kept(std::string& json, const std::pair<WorkflowCheckpoint, WorkflowKept>& kept) {
  append_passed(json, {kept.first, std::string(to_text(kept.second))});
}

}  // namespace

std::string json_of(const WorkflowCheckpoint& created) {
  std::string json;
  JsonObject object(json);
  append_checkpoint(object.member("checkpoint"), created);
  object.close();
  return json;
}

std::string json_of(const std::vector<WorkflowCheckpoint>& checkpoints) {
  std::string json;
  JsonObject(json)
      .add_array("workflow_checkpoints", checkpoints, append_checkpoint)
      .add("count", static_cast<std::int64_t>(checkpoints.size()))
      .close();
  return json;
}

std::string json_of(const WorkflowContent& content) {
  std::string json;
  JsonObject object(json);
  append_checkpoint(object.member("checkpoint"), content.checkpoint);
  object.add("document", content.document).close();
  return json;
}

std::string json_of(const RestoreReport& report) {
  std::string json;
  JsonObject object(json);
  object.add("owner", std::string_view(report.owner.id))
      .add("strategy", to_text(report.strategy))
      .add("is_restored", report.is_restored)
      .add("is_good", report.is_good());
  std::string& checkpoint = object.member("checkpoint");
  if (report.checkpoint.has_value()) {
    append_checkpoint(checkpoint, *report.checkpoint);
  } else {
    checkpoint += "null";
  }
  object.add_array("steps", report.steps, append_step)
      .add_array("artifacts", report.artifacts, append_artifact)
      .add_array("passed_over", report.passed_over, append_passed)
      .add("event_seq", report.event_seq == 0 ? std::nullopt : std::optional(report.event_seq))
      .add_or_null("loop_status", report.loop_status)
      .close();
  return json;
}

std::string json_of(const WorkflowPruneReport& report) {
  std::string json;
  JsonObject(json)
      .add_array("removed", report.removed, append_checkpoint)
      .add_array("packed", report.packed, append_checkpoint)
      .add_array("kept", report.kept, append_kept)
      .add("recent", report.recent)
      .add("applied", report.applied)
      .close();
  return json;
}

}  // namespace rlmdb::cli
