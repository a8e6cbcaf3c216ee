// SPDX-License-Identifier: MIT
#include <map>

#include "checkpoints/checkpoint_find.hpp"
#include "checkpoints/fork_tree.hpp"
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "json/json_layout.hpp"
#include "json/object_text.hpp"
#include "rlmdb/checkpoint.hpp"
#include "rlmdb/error.hpp"
#include "trees/tree_parts.hpp"
#include "trees/tree_setting_rows.hpp"
#include "util/own_names.hpp"
#include "variables/checkpoint_owner.hpp"
#include "variables/state_reader.hpp"
#include "variables/state_text.hpp"
#include "variables/state_variables.hpp"
#include "writing/given_json.hpp"

namespace rlmdb {

namespace {

using checkpoints::ForkSource;
using checkpoints::FoundCheckpoint;

bool is_taken(db::Connection& connection, const std::string& tree) {
  return trees::is_tree_there(trees::parts_of_tree(connection, tree));
}

TreeId new_tree(db::Connection& connection, const std::optional<TreeId>& asked) {
  constexpr std::size_t k_digits = 8;
  if (!asked) {
    for (;;) {
      std::string id = "tree-" + util::random_name().substr(0, k_digits);
      if (!is_taken(connection, id)) return TreeId{std::move(id)};
    }
  }
  writing::require_utf8(asked->text, "tree");
  writing::require_file_name(asked->text, "tree", "tree");
  if (is_taken(connection, asked->text))
    throw Error(ErrorCode::conflict, "there is a tree " + asked->text + " already", asked->text,
                "nothing was changed; take another id, or none");
  return *asked;
}

std::map<std::string, std::string> states_of(db::Connection& connection, const FoundCheckpoint& found) {
  std::map<std::string, std::vector<variables::StoredVariable>> variables;
  for (checkpoints::SnapshotVariable& variable : checkpoints::variables_of(connection, found))
    variables[variable.member].push_back(std::move(variable.variable));
  std::map<std::string, std::string> states;
  for (const auto& [member, state] : variables) states[member] = variables::state_of(state);
  return states;
}

std::vector<ForkSource> nodes_of(db::Connection& connection, const FoundCheckpoint& found) {
  std::map<std::string, std::string> states = states_of(connection, found);
  std::vector<ForkSource> nodes;
  for (const checkpoints::SnapshotNode& node : checkpoints::SnapshotRows(connection).nodes(found.head.id)) {
    if (!node.member.empty()) nodes.push_back({node.member, node.json, states[node.member]});
  }
  if (nodes.empty())
    throw Error(ErrorCode::conflict, "checkpoint " + found.head.checkpoint_id + " holds no nodes",
                found.head.checkpoint_id,
                "nothing was changed; one that `checkpoint create --tree` takes does");
  return nodes;
}

/// A queued root without a place, of what the task is to do.
ForkSource root_of(writing::TaskWriter& writer, const FoundCheckpoint& found) {
  const std::string id = found.member.value_or(found.head.owner);
  const records::TaskHead task = variables::get_task(writer.connection(), TaskId{id});
  std::string record;
  json::append_compact(record, writer.texts().find(task.id, 0));
  const std::string_view metadata = json::find_member(record, "metadata");
  json::ObjectText place;
  for (const char* name : {"tree_id", "node_id", "parent_id"}) place.add(name, "null");
  place.add("depth", "0");
  for (const char* name :
       {"decomposition_strategy", "merge_strategy", "context_reference", "execution_config"})
    place.add_if_there(name, json::find_member(metadata, name));
  json::ObjectText root;
  root.add("id", "null");
  root.add_or_null("prompt", json::find_member(record, "prompt"));
  root.add_or_null("agent", json::find_member(record, "agent"));
  root.add_or_null("priority", json::find_member(record, "priority"));
  for (const char* name :
       {"state", "createdAt", "startedAt", "completedAt", "pid", "result", "error", "output"})
    root.add(name, "null");
  root.add("metadata", place.finish());
  return {task.legacy_id, root.finish(), states_of(writer.connection(), found)[found.member.value_or("")]};
}

/// The variables of the tree's state document, which the first of them makes.
void copy_document(writing::TaskWriter& writer, const FoundCheckpoint& found, const TreeId& tree) {
  for (const variables::StoredVariable& variable :
       checkpoints::SnapshotRows(writer.connection()).variables(found.head.id, "")) {
    variables::StateVariables document(writer, {StateScope::tree, tree.text}, {});
    (void)document.put(variables::decoded_name(variable), variables::text_of(variable),
                       {.kind = EventKind::var_set, .reason = found.head.checkpoint_id});
  }
}

/// What holds for the tree holds for its copy: limits and budget, where the copy was not given its own
/// before.
void copy_settings(db::Connection& connection, const TreeId& from, const TreeId& to) {
  trees::TreeSettingRows settings(connection);
  if (settings.find(to.text) == trees::TreeSettings{}) settings.put(to.text, settings.find(from.text));
}

ForkReport fork(writing::TaskWriter& writer, const FoundCheckpoint& found,
                const std::optional<TreeId>& asked) {
  const bool is_task = found.member || found.head.scope == "task";
  if (!is_task && found.head.scope != "tree")
    throw Error(ErrorCode::usage, "a checkpoint of a state document has no task to copy",
                found.head.checkpoint_id, "fork one of a task or of a tree");
  checkpoints::ForkOrigin origin{found.head.tree_id, std::nullopt, found.head.checkpoint_id};
  std::vector<ForkSource> nodes;
  if (is_task) {
    nodes.push_back(root_of(writer, found));
    origin.task_id = nodes.front().member;
  } else {
    nodes = nodes_of(writer.connection(), found);
  }
  const TreeId tree = new_tree(writer.connection(), asked);
  if (!is_task) {
    copy_document(writer, found, tree);
    copy_settings(writer.connection(), TreeId{found.head.owner}, tree);
  }
  return checkpoints::write_fork(writer, tree, nodes, origin);
}

}  // namespace

ForkReport fork_checkpoint(Store& store, const CheckpointName& name, const std::optional<TreeId>& tree) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  ForkReport report;
  {
    db::WriteTransaction transaction(connection);
    writing::TaskWriter writer(connection);
    const FoundCheckpoint found = checkpoints::find_checkpoint(connection, name);
    report = fork(writer, found, tree);
    checkpoints::SnapshotRows(connection).touch(found.head.id, writer.now());
    transaction.commit();
  }
  db::keep_wal_short(connection);
  return report;
}

}  // namespace rlmdb
