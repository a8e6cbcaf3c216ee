// SPDX-License-Identifier: MIT
#include "rlmdb/totals.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "trees/liveness.hpp"
#include "trees/newest_first.hpp"
#include "trees/progress.hpp"
#include "trees/stuck.hpp"
#include "trees/tree_rows.hpp"

namespace rlmdb {

namespace {

/// `progress` is that of the rows.
void add_rows(TaskTotals& totals, const TreeProgress& progress, const std::vector<trees::NodeRow>& rows) {
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

/// What may be stuck is shown to `stuck`, if there is one.
StoreProgress read_progress(db::Connection& connection, trees::StuckNodes* stuck) {
  trees::TreeRows tree_rows(connection);
  StoreTotals totals;
  trees::NewestFirst<TreeProgress> unfinished;
  tree_rows.for_each_tree(trees::TreePurpose::progress,
                          [&](const std::string& id, std::vector<trees::NodeRow>& rows) {
                            trees::find_owners(rows);
                            TreeProgress progress = trees::progress_of(TreeId{id}, rows);
                            ++totals.trees;
                            add_rows(totals.in_trees, progress, rows);
                            if (std::all_of(rows.begin(), rows.end(), trees::is_finished)) return;
                            ++totals.unfinished_trees;
                            unfinished.add(std::move(progress), rows);
                            if (stuck != nullptr) stuck->look_at(id, rows);
                          });
  tree_rows.for_each_outside([&](std::vector<trees::NodeRow>& rows) {
    trees::find_owners(rows);
    add_rows(totals.outside, trees::progress_of({}, rows), rows);
  });
  return {unfinished.take(), totals, {}};
}

}  // namespace

StoreProgress progress_of_store(const Store& store) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  trees::StuckNodes stuck(use.connection());
  StoreProgress all = read_progress(use.connection(), &stuck);
  stuck.find_all();
  for (TreeProgress& progress : all.unfinished) stuck.add_to(progress);
  all.stuck = stuck.all();
  return all;
}

StoreTotals totals_of(const Store& store) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  return read_progress(use.connection(), nullptr).totals;
}

}  // namespace rlmdb
