// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/read_ahead.hpp"
#include "trees/tree_build.hpp"
#include "trees/tree_rows.hpp"

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
/// which must be inside a transaction, is lent (db/read_ahead.hpp) while an UnfinishedTrees exists.
class UnfinishedTrees {
 public:
  explicit UnfinishedTrees(db::Connection& connection);

  /// The next tree by id, or nullopt. Rethrows what the reading thread met.
  [[nodiscard]] std::optional<UnfinishedTree> next();

 private:
  using Batch = std::vector<UnfinishedTree>;

  using Batches = db::ReadAhead<Batch>;

  static void read(db::Connection& connection, const Batches::Push& push);

  Batch m_batch;
  std::size_t m_next = 0;
  Batches m_batches;
};

}  // namespace rlmdb::recovery
