// SPDX-License-Identifier: MIT
// 1. Checkpoints by the tree that they count to, or else by their owner, least recently used first.
// 2. Of each group all but the last so many go, unless something holds them.
// 3. Then go the values that nothing names any more.
#include "checkpoints/prune_plan.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "checkpoints/checkpoint_find.hpp"
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
  records::TaskHead about;  // no single task
  about.tree_id = tree.value_or("");
  const std::int64_t seq =
      writer.note(about, {}, {.kind = "checkpoint:pruned", .reason = std::to_string(plan.going.size())});
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
