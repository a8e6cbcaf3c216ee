// SPDX-License-Identifier: MIT
/// What there is over all trees, and outside of them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rlmdb/progress.hpp"

namespace rlmdb {

class Store;

/// Tasks by state; those whose state is none of the five are in `tasks` only.
struct TaskTotals {
  std::int64_t tasks = 0;
  std::int64_t completed = 0;
  std::int64_t failed = 0;
  std::int64_t running = 0;
  std::int64_t queued = 0;
  std::int64_t cancelled = 0;
  std::int64_t process_gone = 0;  ///< of `running`, those that nobody works on any more, as recover() judges
  std::optional<double> cost_usd{};  ///< of those whose cost is known; nullopt: of none
  std::int64_t without_cost = 0;     ///< they have run, and nobody said what they cost
};

struct StoreTotals {
  std::int64_t trees = 0;
  std::int64_t unfinished_trees = 0;
  TaskTotals in_trees{};  ///< the nodes of all trees, finished ones too
  TaskTotals outside{};   ///< tasks that belong to no tree
};

/// Both are of one moment.
struct StoreProgress {
  std::vector<TreeProgress> unfinished{};  ///< trees, newest first
  StoreTotals totals{};
  Stuck stuck{};  ///< of all queued tasks, interrupted ones as recovered
};

/// One snapshot, one pass over all tasks. Errors: corrupt, busy, io.
[[nodiscard]] StoreProgress progress_of_store(const Store& store);
/// The same.
[[nodiscard]] StoreTotals totals_of(const Store& store);

}  // namespace rlmdb
