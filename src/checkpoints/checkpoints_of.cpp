// SPDX-License-Identifier: MIT
// 1. What the owner's list names: each with the checkpoint that holds it, or why none does.
// 2. Checkpoints of that owner which its list does not name, by their place among all.
#include <algorithm>
#include <unordered_set>

#include "checkpoints/checkpoint_find.hpp"
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "records/task_rows.hpp"
#include "records/typed_ids.hpp"
#include "rlmdb/checkpoint.hpp"
#include "rlmdb/error.hpp"
#include "trees/tree_rows.hpp"
#include "variables/checkpoint_owner.hpp"
#include "variables/state_reader.hpp"

namespace rlmdb {

namespace {

using checkpoints::SnapshotHead;
using records::ListedCheckpoint;

class CheckpointList {
 public:
  explicit CheckpointList(db::Connection& connection) : m_connection(connection), m_rows(connection) {}

  std::vector<Checkpoint> operator()(const TaskId& id) {
    const records::TaskHead task = variables::get_task(m_connection, id);
    know(m_rows.of_owner("task", task.legacy_id));
    if (!task.tree_id.empty()) know(named_by(task, m_rows.of_owner("tree", task.tree_id)));
    add_missing(task);
    return finish();
  }

  std::vector<Checkpoint> operator()(const TreeId& tree) {
    variables::require_tree(m_connection, tree);
    know(m_rows.of_tree(tree.text));
    for (const trees::NodeRow& node : trees::TreeRows(m_connection).load(tree.text))
      add_missing(records::TaskHeads(m_connection).get(node.id));
    if (const auto state = variables::StateRows(m_connection).find(to_text(StateScope::tree), tree.text))
      add_missing(*state, tree, tree.text);
    return finish();
  }

  std::vector<Checkpoint> operator()(const StateName& name) {
    const variables::StateHead state = variables::get_checkpointed_state(m_connection, name);
    know(m_rows.of_owner(state.scope, state.name));
    add_missing(state, name, std::nullopt);
    return finish();
  }

  /// What each of them would list.
  std::vector<Checkpoint> all() {
    know(m_rows.all());
    for (const std::int64_t task : records::CheckpointRows(m_connection).tasks_with_lists())
      add_missing(records::TaskHeads(m_connection).get(task));
    for (const variables::StateHead& state : variables::StateRows(m_connection).all()) {
      SnapshotHead of;
      of.scope = state.scope;
      of.owner = state.name;
      const bool is_of_tree = state.scope == to_text(StateScope::tree);
      add_missing(state, variables::owner_of(of), is_of_tree ? std::optional(state.name) : std::nullopt);
    }
    return finish();
  }

 private:
  void know(std::vector<SnapshotHead> heads) {
    for (SnapshotHead& head : heads) {
      m_ids.insert(head.checkpoint_id);
      m_known.push_back(std::move(head));
    }
  }

  /// Those of the tree that the task's own list names.
  std::vector<SnapshotHead> named_by(const records::TaskHead& task, std::vector<SnapshotHead> of_tree) {
    std::unordered_set<std::string> names;
    for (const ListedCheckpoint& listed : records::CheckpointRows(m_connection).listed(task.id))
      names.insert(listed.checkpoint_id);
    std::erase_if(of_tree, [&](const SnapshotHead& head) { return !names.contains(head.checkpoint_id); });
    return of_tree;
  }

  void add_missing(const records::TaskHead& task) {
    const std::vector<ListedCheckpoint> list = records::CheckpointRows(m_connection).listed(task.id);
    const bool made_here = records::TaskRows(m_connection).is_made_here(task.id);
    std::optional<std::vector<Event>> takings;
    for (const ListedCheckpoint& listed : list) {
      if (is_known(listed.checkpoint_id)) continue;
      if (!takings) takings = checkpoints::takings_of(m_connection, task);
      const auto tree = task.tree_id.empty() ? std::nullopt : std::optional(task.tree_id);
      add_missing(listed, TaskId{task.legacy_id}, tree,
                  checkpoints::status_of(m_connection, listed, made_here, *takings));
    }
  }

  void add_missing(const variables::StateHead& state, const CheckpointOwner& owner,
                   const std::optional<std::string>& tree) {
    const std::vector<Event> takings = checkpoints::takings_of(m_connection, state);
    for (const ListedCheckpoint& listed : variables::listed(m_connection, state))
      add_missing(listed, owner, tree,
                  checkpoints::status_of(m_connection, listed, !state.import_id, takings));
  }

  void add_missing(const ListedCheckpoint& listed, const CheckpointOwner& owner,
                   const std::optional<std::string>& tree, CheckpointStatus status) {
    if (is_known(listed.checkpoint_id)) return;
    Checkpoint checkpoint;
    checkpoint.checkpoint_id = listed.checkpoint_id;
    checkpoint.owner = owner;
    checkpoint.status = status;
    checkpoint.name = listed.name;
    checkpoint.timestamp = listed.timestamp;
    checkpoint.description = listed.description;
    checkpoint.snapshot_path = listed.snapshot_path;
    checkpoint.tree_id = records::id_of<TreeId>(tree);
    m_missing.push_back(std::move(checkpoint));
  }

  [[nodiscard]] bool is_known(const std::string& id) const { return m_ids.contains(id); }

  /// What holds nothing comes first: it is older than what is kept, or was never here.
  std::vector<Checkpoint> finish() {
    std::sort(m_known.begin(), m_known.end(),
              [](const SnapshotHead& left, const SnapshotHead& right) { return left.id < right.id; });
    std::vector<Checkpoint> all = std::move(m_missing);
    for (const SnapshotHead& head : m_known) all.push_back(checkpoints::checkpoint_of(m_connection, head));
    return all;
  }

  db::Connection& m_connection;
  checkpoints::SnapshotRows m_rows;
  std::vector<SnapshotHead> m_known;
  std::unordered_set<std::string> m_ids;  ///< of these
  std::vector<Checkpoint> m_missing;
};

std::vector<CheckpointState> states_of(const std::vector<checkpoints::SnapshotVariable>& variables) {
  std::vector<CheckpointState> states;
  std::vector<variables::StoredVariable> state;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    state.push_back(variables[i].variable);
    if (i + 1 < variables.size() && variables[i + 1].member == variables[i].member) continue;
    states.push_back({variables[i].member, JsonText{variables::state_of(state)}});
    state.clear();
  }
  return states;
}

}  // namespace

std::vector<Checkpoint> checkpoints_of(const Store& store, const std::optional<CheckpointOwner>& owner) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  CheckpointList list(use.connection());
  return owner ? std::visit(list, *owner) : list.all();
}

CheckpointContent checkpoint_content(const Store& store, const CheckpointName& name) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  const checkpoints::FoundCheckpoint found = checkpoints::find_checkpoint(use.connection(), name);
  return {checkpoints::checkpoint_of(use.connection(), found.head),
          states_of(checkpoints::variables_of(use.connection(), found))};
}

}  // namespace rlmdb
