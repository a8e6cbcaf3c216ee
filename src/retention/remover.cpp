// SPDX-License-Identifier: MIT
#include "retention/remover.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "db/meta_rows.hpp"
#include "trees/tree_parts.hpp"
#include "writing/given_json.hpp"

namespace rlmdb::retention {

namespace {

constexpr std::string_view k_removed_imported = "removed_imported_tasks";

}  // namespace

Remover::Remover(db::Connection& connection)
    : m_connection(connection), m_writer(connection), m_rows(connection), m_removed_rows(connection) {
  m_rows.use_ids(m_rows.last_id() + 1);
}

void Remover::remove(const Departure& departure) {
  if (departure.tree_id.empty()) {
    remove_with_checkpoints(departure.tasks.front());
  } else {
    remove_tree(departure);
  }
}

std::vector<Remover::Removed> Remover::finish() {
  const auto imported = std::count_if(m_removed.begin(), m_removed.end(),
                                      [](const Removed& removed) { return removed.task.is_imported; });
  db::MetaRows meta(m_connection);
  meta.raise_counter(k_removed_imported, meta.counter(k_removed_imported) + imported);
  return std::move(m_removed);
}

void Remover::remove_with_checkpoints(const OldTask& task) {
  const std::optional<std::int64_t> seq = remove_task(task);
  if (!seq) return;
  checkpoints::SnapshotRows checkpoints(m_connection);
  for (const checkpoints::SnapshotHead& head : checkpoints.of_owner("task", task.name)) {
    m_removed_rows.remember_checkpoint(head.id, "", m_writer.now(), *seq);
    checkpoints.remove(head.id);
  }
}

/// events.seq of its removal; nullopt: it changed since it was planned.
std::optional<std::int64_t> Remover::remove_task(const OldTask& task) {
  std::optional<records::TaskHead> head = find(task);
  if (!head || head->id != task.id || head->version != task.version || head->tree_id != task.tree_id)
    return std::nullopt;
  head->row_output_bytes = 0;  // a long one goes with its row, and need not leave it
  const std::int64_t seq = m_writer.note(*head, {}, {.kind = EventKind::task_removed});
  m_writer.events().insert_change(seq, head->id, "/id", writing::json_string(task.name));
  m_removed_rows.remember(head->id, m_writer.now(), seq);
  m_rows.remove(head->id);
  m_removed.push_back({task, seq});
  return seq;
}

std::optional<records::TaskHead> Remover::find(const OldTask& task) {
  return task.has_store_id ? m_writer.heads().find(task.name) : std::optional(m_writer.heads().get(task.id));
}

void Remover::remove_tree(const Departure& departure) {
  const trees::TreeParts parts = trees::parts_of_tree(m_connection, departure.tree_id);
  records::TaskHead tree;
  tree.tree_id = departure.tree_id;
  const std::int64_t seq = m_writer.note(tree, {}, {.kind = EventKind::tree_removed});
  // Before its nodes go: the last node of a document takes the document with it.
  m_removed_rows.remember_sources(departure.tree_id, trees::files_of_tree(departure.tree_id), m_writer.now(),
                                  seq);
  for (const checkpoints::SnapshotHead& head : parts.checkpoints)
    m_removed_rows.remember_checkpoint(head.id, departure.tree_id, m_writer.now(), seq);
  for (const OldTask& task : departure.tasks) (void)remove_task(task);
  if (parts.state)
    m_writer.note(*parts.state, {.kind = EventKind::state_removed, .reason = "tree:" + departure.tree_id});
  trees::remove_around_nodes(m_connection, parts);
}

}  // namespace rlmdb::retention
