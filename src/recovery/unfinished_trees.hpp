// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "db/connection.hpp"
#include "trees/tree_build.hpp"
#include "trees/tree_rows.hpp"
#include "util/bounded_queue.hpp"

namespace rlmdb::recovery {

/// A tree in store order, with all that the plan of its recovery takes but who is alive.
struct UnfinishedTree {
  std::string id;
  std::vector<trees::NodeRow> rows;
};

/// Fills in where each unfinished node would start from, which tasks it depends on, and how many attempts it
/// has.
void complete_rows(trees::TreeRows& trees, std::vector<trees::NodeRow>& rows);

/// The trees that have work left. They are read on a second thread, ahead of the caller: the connection,
/// which must be inside a transaction, must not be used otherwise while an UnfinishedTrees exists.
class UnfinishedTrees {
 public:
  explicit UnfinishedTrees(db::Connection& connection);
  UnfinishedTrees(const UnfinishedTrees&) = delete;
  UnfinishedTrees& operator=(const UnfinishedTrees&) = delete;
  ~UnfinishedTrees();

  /// The next tree by id, or nullopt. Rethrows what the reading thread met.
  [[nodiscard]] std::optional<UnfinishedTree> next();

 private:
  using Batch = std::vector<UnfinishedTree>;

  void read(db::Connection& connection);

  Batch m_batch;
  std::size_t m_next = 0;
  util::BoundedQueue<Batch> m_batches{4};
  std::thread m_thread;
};

}  // namespace rlmdb::recovery
