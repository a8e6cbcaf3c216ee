// SPDX-License-Identifier: MIT
#include <map>

#include "db/checkpoint.hpp"
#include "db/transaction.hpp"
#include "jobs/checkpoint_find.hpp"
#include "jobs/checkpoint_owner.hpp"
#include "jobs/state_text.hpp"
#include "jobs/task_state.hpp"
#include "jobs/tree_parts.hpp"
#include "legacy/json_layout.hpp"
#include "legacy/object_text.hpp"
#include "rlmdb/checkpoint.hpp"
#include "rlmdb/error.hpp"
#include "store/connections.hpp"
#include "store/tree_setting_rows.hpp"
#include "tasks/file_name.hpp"
#include "tasks/fork_tree.hpp"
#include "tasks/given_json.hpp"
#include "tasks/state_variables.hpp"
#include "util/random_name.hpp"

namespace rlmdb {

namespace {

using jobs::FoundCheckpoint;
using tasks::ForkSource;

bool is_taken(db::Connection& connection, const std::string& tree) {
  return jobs::is_tree_there(jobs::parts_of_tree(connection, tree));
}

TreeId new_tree(db::Connection& connection, const std::optional<TreeId>& asked) {
  constexpr std::size_t k_digits = 8;
  if (!asked) {
    for (;;) {
      std::string id = "tree-" + util::random_name().substr(0, k_digits);
      if (!is_taken(connection, id)) return TreeId{std::move(id)};
    }
  }
  tasks::require_utf8(asked->text, "tree");
  tasks::require_file_name(asked->text, "tree", "tree");
  if (is_taken(connection, asked->text))
    throw Error(ErrorCode::conflict, "there is a tree " + asked->text + " already", asked->text,
                "nothing was changed; take another id, or none");
  return *asked;
}

std::map<std::string, std::string> states_of(db::Connection& connection, const FoundCheckpoint& found) {
  std::map<std::string, std::vector<store::StoredVariable>> variables;
  for (store::SnapshotVariable& variable : jobs::variables_of(connection, found))
    variables[variable.member].push_back(std::move(variable.variable));
  std::map<std::string, std::string> states;
  for (const auto& [member, state] : variables) states[member] = jobs::state_of(state);
  return states;
}

std::vector<ForkSource> nodes_of(db::Connection& connection, const FoundCheckpoint& found) {
  std::map<std::string, std::string> states = states_of(connection, found);
  std::vector<ForkSource> nodes;
  for (const store::SnapshotNode& node : store::SnapshotRows(connection).nodes(found.head.id)) {
    if (!node.member.empty()) nodes.push_back({node.member, node.json, states[node.member]});
  }
  if (nodes.empty())
    throw Error(ErrorCode::conflict, "checkpoint " + found.head.checkpoint_id + " holds no nodes",
                found.head.checkpoint_id,
                "nothing was changed; one that `checkpoint create --tree` takes does");
  return nodes;
}

/// A queued root without a place, of what the task is to do.
ForkSource root_of(tasks::TaskWriter& writer, const FoundCheckpoint& found) {
  const std::string id = found.member.value_or(found.head.owner);
  const store::TaskHead task = jobs::get_task(writer.connection(), TaskId{id});
  std::string record;
  legacy::append_compact(record, writer.texts().find(task.id, 0));
  const std::string_view metadata = legacy::find_member(record, "metadata");
  legacy::ObjectText place;
  for (const char* name : {"tree_id", "node_id", "parent_id"}) place.add(name, "null");
  place.add("depth", "0");
  for (const char* name :
       {"decomposition_strategy", "merge_strategy", "context_reference", "execution_config"})
    place.add_if_there(name, legacy::find_member(metadata, name));
  legacy::ObjectText root;
  root.add("id", "null");
  root.add_or_null("prompt", legacy::find_member(record, "prompt"));
  root.add_or_null("agent", legacy::find_member(record, "agent"));
  root.add_or_null("priority", legacy::find_member(record, "priority"));
  for (const char* name :
       {"state", "createdAt", "startedAt", "completedAt", "pid", "result", "error", "output"})
    root.add(name, "null");
  root.add("metadata", place.finish());
  return {task.legacy_id, root.finish(), states_of(writer.connection(), found)[found.member.value_or("")]};
}

/// The variables of the tree's state document, which the first of them makes.
void copy_document(tasks::TaskWriter& writer, const FoundCheckpoint& found, const TreeId& tree) {
  for (const store::StoredVariable& variable :
       store::SnapshotRows(writer.connection()).variables(found.head.id, "")) {
    tasks::StateVariables document(writer, {StateScope::tree, tree.text}, {});
    (void)document.put(jobs::decoded_name(variable), jobs::text_of(variable),
                       {.kind = "var:set", .reason = found.head.checkpoint_id});
  }
}

/// What holds for the tree holds for its copy: limits and budget, where the copy was not given its own
/// before.
void copy_settings(db::Connection& connection, const TreeId& from, const TreeId& to) {
  store::TreeSettingRows settings(connection);
  if (settings.find(to.text) == store::TreeSettings{}) settings.put(to.text, settings.find(from.text));
}

ForkReport fork(tasks::TaskWriter& writer, const FoundCheckpoint& found, const std::optional<TreeId>& asked) {
  const bool is_task = found.member || found.head.scope == "task";
  if (!is_task && found.head.scope != "tree")
    throw Error(ErrorCode::usage, "a checkpoint of a state document has no task to copy",
                found.head.checkpoint_id, "fork one of a task or of a tree");
  tasks::ForkOrigin origin{found.head.tree_id, std::nullopt, found.head.checkpoint_id};
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
  return tasks::write_fork(writer, tree, nodes, origin);
}

}  // namespace

ForkReport fork_checkpoint(Store& store, const CheckpointName& name, const std::optional<TreeId>& tree) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  ForkReport report;
  {
    db::WriteTransaction transaction(connection);
    tasks::TaskWriter writer(connection);
    const FoundCheckpoint found = jobs::find_checkpoint(connection, name);
    report = fork(writer, found, tree);
    store::SnapshotRows(connection).touch(found.head.id, writer.now());
    transaction.commit();
  }
  db::keep_wal_short(connection);
  return report;
}

}  // namespace rlmdb
