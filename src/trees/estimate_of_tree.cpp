// SPDX-License-Identifier: MIT
// Estimates: read the nodes in one snapshot, let the model answer.
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/estimate.hpp"
#include "trees/backtest.hpp"
#include "trees/estimate.hpp"
#include "trees/node_time_rows.hpp"
#include "trees/progress.hpp"
#include "trees/stuck.hpp"
#include "trees/tree_load.hpp"
#include "util/clock.hpp"

namespace rlmdb {

namespace {

/// Sorts out the finished trees; the index of `asked` among them.
std::optional<std::size_t> keep_finished(std::vector<trees::NodeTimes>& trees,
                                         std::vector<trees::TreeRowsOf>& finished,
                                         const std::optional<TreeId>& asked) {
  std::optional<std::size_t> only;
  for (trees::NodeTimes& tree : trees) {
    if (!trees::has_ended(tree.rows)) continue;
    if (asked && tree.tree_id == asked->text) only = finished.size();
    finished.push_back(std::move(tree.rows));
  }
  return only;
}

}  // namespace

TreeEstimate estimate_of_tree(const Store& store, const TreeId& tree) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  const std::vector<trees::NodeRow> rows = trees::load_tree_rows(use.connection(), tree);
  const trees::StuckNodes stuck(use.connection(), tree, rows);
  TreeEstimate result{
      trees::progress_of(tree, rows, util::now_ms()),
      trees::estimate_of_rows(use.connection(), tree, rows, trees::build_tree(rows), stuck.all()),
      stuck.all()};
  stuck.add_to(result.progress);
  return result;
}

Backtest backtest_estimates(const Store& store, const std::optional<TreeId>& tree) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  if (tree) (void)trees::load_tree_rows(use.connection(), *tree);
  std::vector<trees::NodeTimes> trees = trees::NodeTimeRows(use.connection()).all();
  std::vector<trees::TreeRowsOf> finished;
  const std::optional<std::size_t> only = keep_finished(trees, finished, tree);
  if (tree && !only)
    throw Error(ErrorCode::conflict, "tree " + tree->text + " has not ended", tree->text,
                "only finished trees can be replayed; `rlmdb eta --backtest` replays all of them");
  return trees::backtest(finished, only);
}

}  // namespace rlmdb
