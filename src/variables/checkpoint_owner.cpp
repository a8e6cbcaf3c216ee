// SPDX-License-Identifier: MIT
#include "variables/checkpoint_owner.hpp"

#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "records/task_lookup.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/variable.hpp"
#include "sources/rlm_place.hpp"
#include "trees/tree_rows.hpp"
#include "variables/state_text.hpp"

namespace rlmdb {

namespace {

constexpr std::string_view k_task = "task";
constexpr std::string_view k_tree = "tree";

std::string file_in(const std::string& directory, std::string_view checkpoint_id) {
  return directory + "/checkpoints/" + std::string(checkpoint_id) + ".json";
}

}  // namespace

std::string to_text(const CheckpointOwner& owner) {
  if (const auto* task = std::get_if<TaskId>(&owner)) return task->text;
  if (const auto* tree = std::get_if<TreeId>(&owner)) return tree->text;
  return to_text(std::get<StateName>(owner));
}

namespace variables {

OwnerKey key_of(const CheckpointOwner& owner) {
  if (const auto* task = std::get_if<TaskId>(&owner)) return {std::string(k_task), task->text};
  if (const auto* tree = std::get_if<TreeId>(&owner)) return {std::string(k_tree), tree->text};
  const auto& state = std::get<StateName>(owner);
  return {std::string(to_text(state.scope)), state.id};
}

CheckpointOwner owner_of(const checkpoints::SnapshotHead& head) {
  if (head.scope == k_task) return TaskId{head.owner};
  if (head.scope == k_tree) return TreeId{head.owner};
  if (const auto scope = sources::to_state_scope(head.scope)) return StateName{*scope, head.owner};
  throw Error(ErrorCode::corrupt, "a checkpoint has an unknown scope", "snapshots.scope",
              "run `rlmdb verify`, then restore the newest backup");
}

records::TaskHead get_task(db::Connection& connection, const TaskId& task) {
  auto head = records::TaskHeads(connection).find(task.text);
  if (!head) throw records::no_such_task(task.text);
  return *std::move(head);
}

variables::StateHead get_checkpointed_state(db::Connection& connection, const StateName& state) {
  if (state.scope == StateScope::tree)
    throw Error(ErrorCode::usage, "the state document of a tree goes with its tree", to_text(state),
                "name the tree " + state.id);
  return get_state(connection, state);
}

void require_tree(db::Connection& connection, const TreeId& tree) {
  if (trees::TreeRows(connection).exists(tree.text) ||
      variables::StateRows(connection).find(k_tree, tree.text))
    return;
  throw records::no_such_tree(tree.text);
}

std::string snapshot_path(const records::TaskHead& task, std::string_view checkpoint_id) {
  return file_in(sources::directory_of_task(task.legacy_id, task.tree_id), checkpoint_id);
}

std::string snapshot_path(const TreeId& tree, std::string_view checkpoint_id) {
  return snapshot_path(StateName{StateScope::tree, tree.text}, checkpoint_id);
}

std::string snapshot_path(const StateName& state, std::string_view checkpoint_id) {
  return file_in(sources::directory_of(state), checkpoint_id);
}

std::vector<records::ListedCheckpoint> listed(db::Connection& connection, const variables::StateHead& state) {
  std::vector<records::ListedCheckpoint> checkpoints;
  const auto add = [&](std::string_view element) {
    const auto text = [&](std::string_view name) { return json::text_of(json::find_member(element, name)); };
    if (const auto id = text("checkpoint_id"))
      checkpoints.push_back(
          {*id, text("name"), text("timestamp"), text("description"), text("snapshot_path")});
  };
  const std::string_view list = json::find_member(json::find_member(state.outline, "history"), "checkpoints");
  std::vector<std::string_view> elements;
  if (list.starts_with('[')) json::split_elements(list, elements);
  for (const std::string_view element : elements) add(element);
  for (const std::string& element : variables::StateRows(connection).checkpoints(state.id)) add(element);
  return checkpoints;
}

}  // namespace variables

}  // namespace rlmdb
