// SPDX-License-Identifier: MIT
// 1. Checkpoints by the tree that they count to, or else by their owner, least recently used first.
// 2. Of each group all but the last so many go, unless something holds them.
// 3. Then go the values that nothing names any more.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "checkpoints/checkpoint_find.hpp"
#include "checkpoints/snapshot_rows.hpp"
#include "db/checkpoint.hpp"
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "records/checkpoint_rows.hpp"
#include "records/content_rows.hpp"
#include "rlmdb/checkpoint.hpp"
#include "rlmdb/error.hpp"
#include "util/instant.hpp"
#include "variables/checkpoint_owner.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb {

namespace {

using checkpoints::SnapshotHead;

struct Plan {
  PruneReport report;
  std::vector<std::int64_t> going;  ///< snapshots.id
};

class Planner {
 public:
  Planner(db::Connection& connection, const PruneOptions& options)
      : m_connection(connection), m_options(options) {}

  Plan run() {
    if (m_options.tree) {
      add_group(of_tree(*m_options.tree));
      return std::move(m_plan);
    }
    for (auto& [owner, group] : groups()) add_group(std::move(group));
    return std::move(m_plan);
  }

 private:
  using Group = std::vector<SnapshotHead>;

  [[nodiscard]] Group of_tree(const TreeId& tree) {
    Group group = checkpoints::SnapshotRows(m_connection).of_tree(tree.text);
    if (group.empty()) variables::require_tree(m_connection, tree);
    put_in_order(group);
    return group;
  }

  /// As store::SnapshotRows::of_tree has it; "" for one that counts to no tree.
  [[nodiscard]] std::string tree_of(const SnapshotHead& head) {
    if (head.tree_id) return *head.tree_id;
    if (head.scope == "tree") return head.owner;
    const auto task = head.scope == "task" ? records::TaskHeads(m_connection).find(head.owner) : std::nullopt;
    return task ? task->tree_id : "";
  }

  [[nodiscard]] std::map<std::vector<std::string>, Group> groups() {
    std::map<std::vector<std::string>, Group> groups;
    for (SnapshotHead& head : checkpoints::SnapshotRows(m_connection).all()) {
      const std::string tree = tree_of(head);
      std::vector<std::string> key = tree.empty() ? std::vector{head.scope, head.owner} : std::vector{tree};
      groups[std::move(key)].push_back(std::move(head));
    }
    for (auto& [owner, group] : groups) put_in_order(group);
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
    const auto size = static_cast<std::int64_t>(group.size());
    m_plan.report.recent += std::min(size, m_options.keep);
    if (size <= m_options.keep) return;
    const std::set<std::string> resumed = resumed_by(group);
    group.resize(static_cast<std::size_t>(size - m_options.keep));
    for (const SnapshotHead& head : group) {
      const bool is_resumed = resumed.contains(head.checkpoint_id);
      const Checkpoint checkpoint = checkpoints::checkpoint_of(m_connection, head);
      if (head.is_pinned || is_resumed) {
        m_plan.report.kept.emplace_back(checkpoint,
                                        head.is_pinned ? KeptBecause::pinned : KeptBecause::resume);
        continue;
      }
      m_plan.report.removed.push_back(checkpoint);
      m_plan.going.push_back(head.id);
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
  const PruneOptions& m_options;
  Plan m_plan;
};

void apply(db::Connection& connection, const Plan& plan, const PruneOptions& options) {
  checkpoints::SnapshotRows rows(connection);
  for (const std::int64_t id : plan.going) rows.remove(id);
  records::ContentRows(connection).remove_unused();
  records::TaskHead about;  // no single task
  if (options.tree) about.tree_id = options.tree->text;
  (void)writing::TaskWriter(connection)
      .note(about, {}, {.kind = "checkpoint:pruned", .reason = std::to_string(plan.going.size())});
}

}  // namespace

std::string_view to_text(KeptBecause reason) noexcept {
  return reason == KeptBecause::pinned ? "pinned" : "resume";
}

PruneReport prune_checkpoints(Store& store, const PruneOptions& options) {
  if (options.keep < 0) throw Error(ErrorCode::usage, "no negative number of checkpoints is kept", "keep");
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  if (options.run == PruneRun::dry_run) {
    const db::ReadTransaction snapshot(connection);
    return Planner(connection, options).run().report;
  }
  Plan plan;
  {
    db::WriteTransaction transaction(connection);
    plan = Planner(connection, options).run();
    if (!plan.going.empty()) {
      apply(connection, plan, options);
      transaction.commit();
      for (Checkpoint& checkpoint : plan.report.removed) checkpoint.status = CheckpointStatus::pruned;
    }
  }
  plan.report.applied = true;
  db::keep_wal_short(connection);
  return std::move(plan.report);
}

}  // namespace rlmdb
