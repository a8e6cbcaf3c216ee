// SPDX-License-Identifier: MIT
#include "rlmdb/totals.hpp"

#include <algorithm>
#include <vector>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "trees/liveness.hpp"
#include "trees/progress.hpp"
#include "trees/tree_rows.hpp"

namespace rlmdb {

namespace {

void add_rows(TaskTotals& totals, std::vector<trees::NodeRow>& rows) {
  trees::find_owners(rows);
  const TreeProgress progress = trees::progress_of({}, rows);
  totals.tasks += progress.total;
  totals.completed += progress.completed;
  totals.failed += progress.failed;
  totals.running += progress.running;
  totals.queued += progress.queued;
  totals.cancelled += progress.cancelled;
  totals.process_gone += progress.process_gone;
  totals.without_cost += trees::nodes_without_cost(rows);
  if (const auto cost = trees::total_cost_usd(rows)) totals.cost_usd = totals.cost_usd.value_or(0) + *cost;
}

}  // namespace

StoreTotals totals_of(const Store& store) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  trees::TreeRows tree_rows(use.connection());
  StoreTotals totals;
  tree_rows.for_each_tree(trees::TreePurpose::progress,
                          [&](const std::string&, std::vector<trees::NodeRow>& rows) {
                            ++totals.trees;
                            if (!std::all_of(rows.begin(), rows.end(), trees::is_finished))
                              ++totals.unfinished_trees;
                            add_rows(totals.in_trees, rows);
                          });
  tree_rows.for_each_outside([&](std::vector<trees::NodeRow>& rows) { add_rows(totals.outside, rows); });
  return totals;
}

}  // namespace rlmdb
