// SPDX-License-Identifier: MIT
#include "recovery/unfinished_trees.hpp"

#include <utility>

namespace rlmdb::recovery {

namespace {

constexpr std::size_t k_batch_trees = 32;
constexpr std::size_t k_batches_ahead = 4;

}  // namespace

void complete_rows(trees::TreeRows& trees, std::vector<trees::NodeRow>& rows) {
  for (trees::NodeRow& row : rows) {
    if (trees::is_finished(row)) continue;
    trees.find_checkpoint(row);
    trees.find_dependencies(row);
    trees.find_hold(row);
    if (row.state == TaskState::running || row.state == TaskState::failed) trees.find_attempts(row);
  }
}

UnfinishedTrees::UnfinishedTrees(db::Connection& connection)
    : m_batches(connection, k_batches_ahead,
                [&connection](const Batches::Push& push) { read(connection, push); }) {}

void UnfinishedTrees::read(db::Connection& connection, const Batches::Push& push) {
  trees::TreeRows trees(connection);
  Batch batch;
  for (const std::string& id : trees.unfinished_tree_ids(trees::k_all_trees)) {
    std::vector<trees::NodeRow> rows = trees.load_for(trees::TreePurpose::recovery, id);
    trees.find_foreign_parents(rows);
    complete_rows(trees, rows);
    batch.push_back({id, std::move(rows)});
    if (batch.size() == k_batch_trees) push(std::exchange(batch, {}));
  }
  push(std::move(batch));
}

std::optional<UnfinishedTree> UnfinishedTrees::next() {
  while (m_next == m_batch.size()) {
    std::optional<Batch> batch = m_batches.next();
    if (!batch) return std::nullopt;
    m_batch = *std::move(batch);
    m_next = 0;
  }
  return std::move(m_batch[m_next++]);
}

}  // namespace rlmdb::recovery
