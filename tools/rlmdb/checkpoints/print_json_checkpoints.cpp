// SPDX-License-Identifier: MIT
#include "checkpoints/print_checkpoints.hpp"
#include "format/json_writer.hpp"

namespace rlmdb::cli {
namespace {

/// Scope and id: a task's store id, a tree's id, that of a session… or null for the global state.
void add_owner(JsonObject& object, const CheckpointOwner& owner) {
  if (const auto* task = std::get_if<TaskId>(&owner)) {
    object.add("scope", std::string_view("task")).add("owner", std::string_view(task->text));
  } else if (const auto* tree = std::get_if<TreeId>(&owner)) {
    object.add("scope", std::string_view("tree")).add("owner", std::string_view(tree->text));
  } else {
    const auto& state = std::get<StateName>(owner);
    object.add("scope", to_text(state.scope)).add_or_null("owner", state.id);
  }
}

void append_checkpoint(std::string& json, const Checkpoint& checkpoint) {
  JsonObject object(json);
  object.add("checkpoint_id", std::string_view(checkpoint.checkpoint_id));
  add_owner(object, checkpoint.owner);
  object.add("status", to_text(checkpoint.status))
      .add("name", checkpoint.name)
      .add("timestamp", checkpoint.timestamp)
      .add("description", checkpoint.description)
      .add("tree_id", checkpoint.tree_id)
      .add("variables", checkpoint.variables)
      .add("is_pinned", checkpoint.is_pinned)
      .add("last_used_at", checkpoint.last_used_at)
      .add("event_seq", checkpoint.event_seq)
      .add("source_path", checkpoint.source_path)
      .add("snapshot_path", checkpoint.snapshot_path)
      .close();
}

void append_value(std::string& json, const ValueDifference& value) {
  const DifferenceKind kind = !value.old_value.has_value()   ? DifferenceKind::added
                              : !value.new_value.has_value() ? DifferenceKind::removed
                                                             : DifferenceKind::changed;
  JsonObject(json)
      .add("kind", to_text(kind))
      .add("pointer", std::string_view(value.pointer))
      .add("old_value", value.old_value)
      .add("new_value", value.new_value)
      .close();
}

void append_variable_difference(std::string& json, const VariableDifference& variable) {
  JsonObject(json)
      .add("kind", to_text(variable.kind))
      .add_or_null("member", variable.member)
      .add("name", std::string_view(variable.name))
      .add_array("values", variable.values, append_value)
      .close();
}

void append_checkpoint_state(std::string& json, const CheckpointState& state) {
  JsonObject(json).add_or_null("member", state.member).add("state", state.state).close();
}

void append_set_back(std::string& json, const RollbackResult& result) {
  JsonObject object(json);
  add_owner(object, result.owner);
  object.add("version", result.version)
      .add("event_seq", result.event_seq)
      .add("undo_seq", result.undo_seq)
      .add("variables", result.variables)
      .close();
}

void append_node(std::string& json, const std::pair<std::string, std::string>& node) {
  JsonObject(json).add("from", std::string_view(node.first)).add("to", std::string_view(node.second)).close();
}

void append_kept_checkpoint(std::string& json, const std::pair<Checkpoint, KeptBecause>& kept) {
  JsonObject object(json);
  object.add("because", to_text(kept.second));
  append_checkpoint(object.member("checkpoint"), kept.first);
  object.close();
}

}  // namespace

std::string json_of(const CheckpointCreated& created) {
  std::string json;
  JsonObject(json)
      .add("checkpoint_id", std::string_view(created.checkpoint_id))
      .add("event_seq", created.event_seq)
      .add("variables", created.variables)
      .add("new_contents", created.new_contents)
      .add("snapshot_path", std::string_view(created.snapshot_path))
      .close();
  return json;
}

std::string json_of(const std::vector<Checkpoint>& checkpoints) {
  std::string json;
  JsonObject(json)
      .add_array("checkpoints", checkpoints, append_checkpoint)
      .add("count", static_cast<std::int64_t>(checkpoints.size()))
      .close();
  return json;
}

std::string json_of(const CheckpointContent& content) {
  std::string json;
  JsonObject object(json);
  append_checkpoint(object.member("checkpoint"), content.checkpoint);
  object.add_array("states", content.states, append_checkpoint_state).close();
  return json;
}

std::string json_of(const CheckpointDifference& difference) {
  std::string json;
  JsonObject object(json);
  append_checkpoint(object.member("before"), difference.before);
  std::string& after = object.member("after");
  if (difference.after.has_value()) {
    append_checkpoint(after, *difference.after);
  } else {
    after += "null";
  }
  object.add_array("variables", difference.variables, append_variable_difference).close();
  return json;
}

std::string json_of(const RollbackReport& report) {
  std::string json;
  JsonObject object(json);
  object.add_or_null("checkpoint_id", report.checkpoint_id);
  object.add_or_null("tree_id", report.tree_id.has_value() ? report.tree_id->text : std::string());
  object.add_array("results", report.results, append_set_back).add_strings("missing", report.missing).close();
  return json;
}

std::string json_of(const ForkReport& report) {
  std::string json;
  JsonObject(json)
      .add("tree_id", std::string_view(report.tree_id.text))
      .add_or_null("root", report.root)
      .add_array("nodes", report.nodes, append_node)
      .close();
  return json;
}

std::string json_of(const PruneReport& report) {
  std::string json;
  JsonObject(json)
      .add_array("removed", report.removed, append_checkpoint)
      .add_array("kept", report.kept, append_kept_checkpoint)
      .add("recent", report.recent)
      .add("applied", report.applied)
      .close();
  return json;
}

}  // namespace rlmdb::cli
