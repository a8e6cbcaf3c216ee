// SPDX-License-Identifier: MIT
#include "tasks/cleanup_remove.hpp"

#include "db/transaction.hpp"
#include "jobs/tree_parts.hpp"
#include "rlmdb/state.hpp"
#include "store/meta_rows.hpp"
#include "store/removed_rows.hpp"
#include "store/task_rows.hpp"
#include "tasks/given_json.hpp"
#include "tasks/task_writer.hpp"

namespace rlmdb::tasks {

namespace {

constexpr std::string_view k_removed_imported = "removed_imported_tasks";

class Remover {
 public:
  explicit Remover(db::Connection& connection)
      : m_connection(connection), m_writer(connection), m_rows(connection), m_removed(connection) {
    m_rows.use_ids(m_rows.last_id() + 1);
  }

  void remove(const Departure& departure) {
    if (departure.tree_id.empty()) {
      remove_with_checkpoints(departure.tasks.front());
    } else {
      remove_tree(departure);
    }
  }

  /// Returns how many were removed.
  std::int64_t finish() {
    store::MetaRows meta(m_connection);
    meta.raise_counter(k_removed_imported, meta.counter(k_removed_imported) + m_imported_count);
    return m_count;
  }

 private:
  void remove_with_checkpoints(const store::OldTask& task) {
    const std::optional<std::int64_t> seq = remove_task(task);
    if (!seq) return;
    store::SnapshotRows checkpoints(m_connection);
    for (const store::SnapshotHead& head : checkpoints.of_owner("task", task.name)) {
      m_removed.remember_checkpoint(head.id, "", m_writer.now(), *seq);
      checkpoints.remove(head.id);
    }
  }

  /// events.seq of its removal; nullopt: it changed since it was planned.
  std::optional<std::int64_t> remove_task(const store::OldTask& task) {
    const std::optional<store::TaskHead> head = find(task);
    if (!head || head->id != task.id || head->version != task.version || head->tree_id != task.tree_id)
      return std::nullopt;
    const std::int64_t seq = m_writer.note(*head, {}, {.kind = "task:removed"});
    m_writer.events().insert_change(seq, head->id, "/id", json_string(task.name));
    m_removed.remember(head->id, m_writer.now(), seq);
    m_rows.remove(head->id);
    ++m_count;
    if (task.is_imported) ++m_imported_count;
    return seq;
  }

  std::optional<store::TaskHead> find(const store::OldTask& task) {
    return task.has_store_id ? m_writer.heads().find(task.name)
                             : std::optional(m_writer.heads().get(task.id));
  }

  void remove_tree(const Departure& departure) {
    const jobs::TreeParts parts = jobs::parts_of_tree(m_connection, departure.tree_id);
    store::TaskHead tree;
    tree.tree_id = departure.tree_id;
    const std::int64_t seq = m_writer.note(tree, {}, {.kind = "tree:removed"});
    // Before its nodes go: the last node of a document takes the document with it.
    m_removed.remember_sources(departure.tree_id, jobs::files_of_tree(departure.tree_id), m_writer.now(),
                               seq);
    for (const store::SnapshotHead& head : parts.checkpoints)
      m_removed.remember_checkpoint(head.id, departure.tree_id, m_writer.now(), seq);
    for (const store::OldTask& task : departure.tasks) (void)remove_task(task);
    if (parts.state)
      m_writer.note(*parts.state, {.kind = "state:removed", .reason = "tree:" + departure.tree_id});
    jobs::remove_around_nodes(m_connection, parts);
  }

  db::Connection& m_connection;
  TaskWriter m_writer;
  store::TaskRows m_rows;
  store::RemovedRows m_removed;
  std::int64_t m_count = 0;
  std::int64_t m_imported_count = 0;
};

}  // namespace

std::int64_t remove_departures(db::Connection& connection, const CleanupPlan& plan,
                               std::span<const Departure> batch) {
  db::WriteTransaction transaction(connection);
  const Keepers keepers(connection, plan.now_ms);
  Remover remover(connection);
  for (const Departure& departure : batch) {
    if (may_still_go(connection, plan, keepers, departure)) remover.remove(departure);
  }
  const std::int64_t removed = remover.finish();
  transaction.commit();
  return removed;
}

}  // namespace rlmdb::tasks
