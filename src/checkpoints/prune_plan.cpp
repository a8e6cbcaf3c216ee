// SPDX-License-Identifier: MIT
// 1. Checkpoints by the tree that they count to, or else by their owner, least recently used first.
// 2. Of each group all but the last so many go, unless something holds them.
// 3. The lists that name them do so no longer (an exported list names no file that is not there), each with
// an
//    event; then go the values that nothing names any more.
#include "checkpoints/prune_plan.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "checkpoints/checkpoint_find.hpp"
#include "checkpoints/checkpoint_list.hpp"
#include "records/checkpoint_rows.hpp"
#include "records/content_rows.hpp"
#include "sources/removed_rows.hpp"
#include "util/instant.hpp"
#include "variables/checkpoint_owner.hpp"

namespace rlmdb::checkpoints {

namespace {

class Planner {
 public:
  Planner(db::Connection& connection, std::int64_t keep) : m_connection(connection), m_keep(keep) {}

  PrunePlan of_tree(const TreeId& tree) {
    Group group = SnapshotRows(m_connection).of_tree(tree.text);
    if (group.empty()) variables::require_tree(m_connection, tree);
    add_group(std::move(group));
    return std::move(m_plan);
  }

  PrunePlan of_all() {
    for (auto& [owner, group] : groups()) add_group(std::move(group));
    return std::move(m_plan);
  }

  PrunePlan beside(const SnapshotHead& newest) {
    const std::string tree = tree_of(newest);
    SnapshotRows rows(m_connection);
    Group group = tree.empty() ? rows.of_owner(newest.scope, newest.owner) : rows.of_tree(tree);
    std::erase_if(group, [&](const SnapshotHead& head) { return head.id == newest.id; });
    --m_keep;
    add_group(std::move(group));
    return std::move(m_plan);
  }

 private:
  using Group = std::vector<SnapshotHead>;

  /// As SnapshotRows::of_tree has it; "" for one that counts to no tree.
  [[nodiscard]] std::string tree_of(const SnapshotHead& head) {
    if (head.tree_id) return *head.tree_id;
    if (head.scope == "tree") return head.owner;
    const auto task = head.scope == "task" ? records::TaskHeads(m_connection).find(head.owner) : std::nullopt;
    return task ? task->tree_id : "";
  }

  [[nodiscard]] std::map<std::vector<std::string>, Group> groups() {
    std::map<std::vector<std::string>, Group> groups;
    for (SnapshotHead& head : SnapshotRows(m_connection).all()) {
      const std::string tree = tree_of(head);
      std::vector<std::string> key = tree.empty() ? std::vector{head.scope, head.owner} : std::vector{tree};
      groups[std::move(key)].push_back(std::move(head));
    }
    return groups;
  }

  /// Those whose last use is no time come first; of equal times the older row does.
  static void put_in_order(Group& group) {
    std::sort(group.begin(), group.end(), [](const SnapshotHead& left, const SnapshotHead& right) {
      const auto left_used = util::instant_ms(left.last_used_at);
      const auto right_used = util::instant_ms(right.last_used_at);
      return std::tie(left_used, left.id) < std::tie(right_used, right.id);
    });
  }

  void add_group(Group group) {
    put_in_order(group);
    const auto size = static_cast<std::int64_t>(group.size());
    m_plan.report.recent += std::min(size, m_keep);
    if (size <= m_keep) return;
    const std::set<std::string> resumed = resumed_by(group);
    group.resize(static_cast<std::size_t>(size - m_keep));
    for (const SnapshotHead& head : group) {
      const bool is_resumed = resumed.contains(head.checkpoint_id);
      const Checkpoint checkpoint = checkpoint_of(m_connection, head);
      if (head.is_pinned || is_resumed) {
        m_plan.report.kept.emplace_back(checkpoint,
                                        head.is_pinned ? KeptBecause::pinned : KeptBecause::resume);
        continue;
      }
      m_plan.report.removed.push_back(checkpoint);
      m_plan.going.push_back(head);
    }
  }

  /// What the trees that they count to start again from, and the tasks that they are of.
  [[nodiscard]] std::set<std::string> resumed_by(const Group& group) {
    records::CheckpointRows rows(m_connection);
    std::set<std::string> trees;
    std::set<std::string> tasks;
    for (const SnapshotHead& head : group) {
      if (head.tree_id) trees.insert(*head.tree_id);
      if (std::string tree = tree_of(head); !tree.empty()) trees.insert(std::move(tree));
      if (head.scope == "task") tasks.insert(head.owner);
    }
    std::set<std::string> resumed;
    const auto add = [&](const std::vector<std::string>& ids) { resumed.insert(ids.begin(), ids.end()); };
    for (const std::string& tree : trees) add(rows.resumed_in_tree(tree));
    for (const std::string& task : tasks) add(rows.resumed_by_task(task));
    return resumed;
  }

  db::Connection& m_connection;
  std::int64_t m_keep;
  PrunePlan m_plan;
};

/// What lists say of checkpoints that go.
class Unlisting {
 public:
  Unlisting(writing::TaskWriter& writer, const std::vector<SnapshotHead>& going)
      : m_writer(writer), m_lists(writer.connection()), m_states(writer.connection()) {
    for (const SnapshotHead& head : going) m_going[head.checkpoint_id].insert(head.id);
    for (const SnapshotHead& head : going) find_lists(head);
  }

  /// One event a list, and one about no task, of that tree, for those that no list names. Returns the first.
  std::int64_t write(const std::optional<std::string>& tree) {
    std::vector<std::int64_t> events;
    for (const auto& [task, ids] : m_of_tasks)
      events.push_back(
          take_from_list(m_writer, m_writer.heads().get(task), ids, EventKind::checkpoint_pruned));
    for (const auto& [state, ids] : m_of_states)
      if (const auto head = m_states.find(state.first, state.second))
        events.push_back(take_from_list(m_writer, *head, ids, EventKind::checkpoint_pruned));
    if (m_unlisted > 0) {
      records::TaskHead about;  // no single task
      about.tree_id = tree.value_or("");
      events.push_back(m_writer.note(
          about, {}, {.kind = EventKind::checkpoint_pruned, .reason = std::to_string(m_unlisted)}));
    }
    return events.front();
  }

 private:
  using StateKey = std::pair<std::string, std::string>;  ///< scope, name

  void find_lists(const SnapshotHead& head) {
    const std::set<std::int64_t>& going = m_going.at(head.checkpoint_id);
    std::string ids;
    for (const std::int64_t id : going) ids += (ids.empty() ? "[" : ",") + std::to_string(id);
    const auto tasks = m_lists.tasks_that_lose(head.checkpoint_id, head.scope, head.owner, ids + "]");
    for (const std::int64_t task : tasks) m_of_tasks[task].insert(head.checkpoint_id);
    const bool in_document =
        named_by_document({head.scope, head.owner}).contains(head.checkpoint_id) && !is_held_elsewhere(head);
    if (in_document) m_of_states[{head.scope, head.owner}].insert(head.checkpoint_id);
    if (tasks.empty() && !in_document) ++m_unlisted;
  }

  const std::set<std::string>& named_by_document(const StateKey& key) {
    const auto [place, is_new] = m_named.try_emplace(key);
    const auto state = is_new ? m_states.find(key.first, key.second) : std::nullopt;
    if (!state) return place->second;
    for (records::ListedCheckpoint& listed : variables::listed(m_writer.connection(), *state))
      place->second.insert(std::move(listed.checkpoint_id));
    return place->second;
  }

  /// The same owner may have two of one id: one taken here, and one that came in as its file.
  [[nodiscard]] bool is_held_elsewhere(const SnapshotHead& head) {
    const auto same = SnapshotRows(m_writer.connection()).find_checkpoint(head.checkpoint_id);
    return std::any_of(same.begin(), same.end(), [&](const SnapshotHead& other) {
      return other.scope == head.scope && other.owner == head.owner &&
             !m_going.at(head.checkpoint_id).contains(other.id);
    });
  }

  writing::TaskWriter& m_writer;
  records::CheckpointRows m_lists;
  variables::StateRows m_states;
  std::map<std::string, std::set<std::int64_t>> m_going;  ///< snapshots.id by checkpoint id
  std::map<StateKey, std::set<std::string>> m_named;      ///< what the lists of documents name
  std::map<std::int64_t, std::set<std::string>> m_of_tasks;
  std::map<StateKey, std::set<std::string>> m_of_states;
  std::size_t m_unlisted = 0;
};

}  // namespace

PrunePlan plan_prune(db::Connection& connection, const std::optional<TreeId>& tree, std::int64_t keep) {
  Planner planner(connection, keep);
  return tree ? planner.of_tree(*tree) : planner.of_all();
}

PrunePlan plan_eviction(db::Connection& connection, const SnapshotHead& newest, std::int64_t keep) {
  return Planner(connection, keep).beside(newest);
}

void apply_prune(writing::TaskWriter& writer, PrunePlan& plan, const std::optional<std::string>& tree) {
  if (plan.going.empty()) return;
  const std::int64_t seq = Unlisting(writer, plan.going).write(tree);
  SnapshotRows rows(writer.connection());
  sources::RemovedRows removed(writer.connection());
  for (const SnapshotHead& head : plan.going) {
    removed.remember_checkpoint(head.id, head.tree_id.value_or(""), writer.now(), seq);
    rows.remove(head.id);
  }
  records::ContentRows(writer.connection()).remove_unused();
  for (Checkpoint& checkpoint : plan.report.removed) checkpoint.status = CheckpointStatus::pruned;
}

}  // namespace rlmdb::checkpoints
