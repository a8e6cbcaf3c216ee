// SPDX-License-Identifier: MIT
#include "jobs/checkpoint_owner.hpp"

#include "jobs/rlm_place.hpp"
#include "jobs/state_text.hpp"
#include "legacy/json_members.hpp"
#include "legacy/json_string.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/variable.hpp"
#include "store/task_lookup.hpp"
#include "store/tree_rows.hpp"

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

namespace jobs {

OwnerKey key_of(const CheckpointOwner& owner) {
  if (const auto* task = std::get_if<TaskId>(&owner)) return {std::string(k_task), task->text};
  if (const auto* tree = std::get_if<TreeId>(&owner)) return {std::string(k_tree), tree->text};
  const auto& state = std::get<StateName>(owner);
  return {std::string(to_text(state.scope)), state.id};
}

CheckpointOwner owner_of(const store::SnapshotHead& head) {
  if (head.scope == k_task) return TaskId{head.owner};
  if (head.scope == k_tree) return TreeId{head.owner};
  if (const auto scope = to_state_scope(head.scope)) return StateName{*scope, head.owner};
  throw Error(ErrorCode::corrupt, "a checkpoint has an unknown scope", "snapshots.scope",
              "run `rlmdb verify`, then restore the newest backup");
}

store::TaskHead get_task(db::Connection& connection, const TaskId& task) {
  auto head = store::TaskHeads(connection).find(task.text);
  if (!head) throw store::no_such_task(task.text);
  return *std::move(head);
}

store::StateHead get_checkpointed_state(db::Connection& connection, const StateName& state) {
  if (state.scope == StateScope::tree)
    throw Error(ErrorCode::usage, "the state document of a tree goes with its tree", to_text(state),
                "name the tree " + state.id);
  return get_state(connection, state);
}

void require_tree(db::Connection& connection, const TreeId& tree) {
  if (store::TreeRows(connection).exists(tree.text) || store::StateRows(connection).find(k_tree, tree.text))
    return;
  throw store::no_such_tree(tree.text);
}

std::string snapshot_path(const store::TaskHead& task, std::string_view checkpoint_id) {
  return file_in(directory_of_task(task.legacy_id, task.tree_id), checkpoint_id);
}

std::string snapshot_path(const TreeId& tree, std::string_view checkpoint_id) {
  return snapshot_path(StateName{StateScope::tree, tree.text}, checkpoint_id);
}

std::string snapshot_path(const StateName& state, std::string_view checkpoint_id) {
  return file_in(directory_of(state), checkpoint_id);
}

std::vector<store::ListedCheckpoint> listed(db::Connection& connection, const store::StateHead& state) {
  std::vector<store::ListedCheckpoint> checkpoints;
  const auto add = [&](std::string_view element) {
    const auto text = [&](std::string_view name) {
      return legacy::text_of(legacy::find_member(element, name));
    };
    if (const auto id = text("checkpoint_id"))
      checkpoints.push_back(
          {*id, text("name"), text("timestamp"), text("description"), text("snapshot_path")});
  };
  const std::string_view list =
      legacy::find_member(legacy::find_member(state.outline, "history"), "checkpoints");
  std::vector<std::string_view> elements;
  if (list.starts_with('[')) legacy::split_elements(list, elements);
  for (const std::string_view element : elements) add(element);
  for (const std::string& element : store::StateRows(connection).checkpoints(state.id)) add(element);
  return checkpoints;
}

}  // namespace jobs

}  // namespace rlmdb
