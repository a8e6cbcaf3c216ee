// SPDX-License-Identifier: MIT
#include "rlmdb/totals.hpp"

#include <utility>
#include <vector>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "trees/liveness.hpp"
#include "trees/newest_first.hpp"
#include "trees/progress.hpp"
#include "trees/stuck.hpp"
#include "trees/tree_rows.hpp"
#include "util/clock.hpp"

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

void add_finished(TaskTotals& totals, const trees::FinishedTree& tree) {
  totals.tasks += tree.nodes;
  totals.completed += tree.completed;
  totals.cancelled += tree.nodes - tree.completed;
  totals.without_cost += tree.without_cost;
  if (tree.cost_usd) totals.cost_usd = totals.cost_usd.value_or(0) + *tree.cost_usd;
}

/// All trees in the order of their ids, in which dollars are added. What may be stuck is shown to `stuck`, if there is one.
StoreProgress read_progress(db::Connection& connection, trees::StuckNodes* stuck) {
  trees::TreeRows tree_rows(connection);
  StoreTotals totals;
  const std::int64_t now_ms = util::now_ms();
  trees::NewestFirst<TreeProgress> unfinished;
  const auto add_unfinished = [&](const std::string& id) {
    std::vector<trees::NodeRow> rows = tree_rows.load_for(trees::TreePurpose::progress, id);
    trees::find_owners(rows);
    tree_rows.find_holds(rows);
    TreeProgress progress = trees::progress_of(TreeId{id}, rows, now_ms);
    add_rows(totals.in_trees, progress, rows);
    unfinished.add(std::move(progress), rows);
    if (stuck != nullptr) stuck->look_at(id, rows);
  };
  const std::vector<std::string> with_work = tree_rows.unfinished_tree_ids(trees::k_all_trees);
  auto next = with_work.begin();
  tree_rows.for_each_finished([&](const trees::FinishedTree& tree) {
    for (; next != with_work.end() && *next < tree.tree_id; ++next) add_unfinished(*next);
    ++totals.trees;
    add_finished(totals.in_trees, tree);
  });
  for (; next != with_work.end(); ++next) add_unfinished(*next);
  totals.unfinished_trees = static_cast<std::int64_t>(with_work.size());
  totals.trees += totals.unfinished_trees;
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
