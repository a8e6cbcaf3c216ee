// SPDX-License-Identifier: MIT
#include "retention/cleanup_remove.hpp"

#include "db/meta_rows.hpp"
#include "db/transaction.hpp"
#include "records/task_rows.hpp"
#include "rlmdb/state.hpp"
#include "sources/removed_rows.hpp"
#include "trees/tree_parts.hpp"
#include "writing/given_json.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::retention {

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
    db::MetaRows meta(m_connection);
    meta.raise_counter(k_removed_imported, meta.counter(k_removed_imported) + m_imported_count);
    return m_count;
  }

 private:
  void remove_with_checkpoints(const OldTask& task) {
    const std::optional<std::int64_t> seq = remove_task(task);
    if (!seq) return;
    checkpoints::SnapshotRows checkpoints(m_connection);
    for (const checkpoints::SnapshotHead& head : checkpoints.of_owner("task", task.name)) {
      m_removed.remember_checkpoint(head.id, "", m_writer.now(), *seq);
      checkpoints.remove(head.id);
    }
  }

  /// events.seq of its removal; nullopt: it changed since it was planned.
  std::optional<std::int64_t> remove_task(const OldTask& task) {
    const std::optional<records::TaskHead> head = find(task);
    if (!head || head->id != task.id || head->version != task.version || head->tree_id != task.tree_id)
      return std::nullopt;
    const std::int64_t seq = m_writer.note(*head, {}, {.kind = EventKind::task_removed});
    m_writer.events().insert_change(seq, head->id, "/id", writing::json_string(task.name));
    m_removed.remember(head->id, m_writer.now(), seq);
    m_rows.remove(head->id);
    ++m_count;
    if (task.is_imported) ++m_imported_count;
    return seq;
  }

  std::optional<records::TaskHead> find(const OldTask& task) {
    return task.has_store_id ? m_writer.heads().find(task.name)
                             : std::optional(m_writer.heads().get(task.id));
  }

  void remove_tree(const Departure& departure) {
    const trees::TreeParts parts = trees::parts_of_tree(m_connection, departure.tree_id);
    records::TaskHead tree;
    tree.tree_id = departure.tree_id;
    const std::int64_t seq = m_writer.note(tree, {}, {.kind = EventKind::tree_removed});
    // Before its nodes go: the last node of a document takes the document with it.
    m_removed.remember_sources(departure.tree_id, trees::files_of_tree(departure.tree_id), m_writer.now(),
                               seq);
    for (const checkpoints::SnapshotHead& head : parts.checkpoints)
      m_removed.remember_checkpoint(head.id, departure.tree_id, m_writer.now(), seq);
    for (const OldTask& task : departure.tasks) (void)remove_task(task);
    if (parts.state)
      m_writer.note(*parts.state, {.kind = EventKind::state_removed, .reason = "tree:" + departure.tree_id});
    trees::remove_around_nodes(m_connection, parts);
  }

  db::Connection& m_connection;
  writing::TaskWriter m_writer;
  records::TaskRows m_rows;
  sources::RemovedRows m_removed;
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

}  // namespace rlmdb::retention
