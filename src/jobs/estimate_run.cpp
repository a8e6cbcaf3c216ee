// SPDX-License-Identifier: MIT
// Estimates: read the nodes in one snapshot, let the model answer.
#include "db/transaction.hpp"
#include "jobs/time_estimate.hpp"
#include "jobs/tree_load.hpp"
#include "model/backtest.hpp"
#include "model/progress.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/estimate.hpp"
#include "store/connections.hpp"
#include "store/node_time_rows.hpp"

namespace rlmdb {

namespace {

/// Sorts out the finished trees; the index of `asked` among them.
std::optional<std::size_t> keep_finished(std::vector<store::NodeTimes>& trees,
                                         std::vector<model::TreeRowsOf>& finished,
                                         const std::optional<TreeId>& asked) {
  std::optional<std::size_t> only;
  for (store::NodeTimes& tree : trees) {
    if (!model::has_ended(tree.rows)) continue;
    if (asked && tree.tree_id == asked->text) only = finished.size();
    finished.push_back(std::move(tree.rows));
  }
  return only;
}

}  // namespace

TreeEstimate estimate_of_tree(const Store& store, const TreeId& tree) {
  const auto use = store.connections().use();
  const db::ReadTransaction snapshot(use.connection());
  const std::vector<model::NodeRow> rows = jobs::load_tree_rows(use.connection(), tree);
  return {model::progress_of(tree, rows),
          jobs::estimate_of_rows(use.connection(), tree, rows, model::build_tree(rows))};
}

Backtest backtest_estimates(const Store& store, const std::optional<TreeId>& tree) {
  const auto use = store.connections().use();
  const db::ReadTransaction snapshot(use.connection());
  if (tree) (void)jobs::load_tree_rows(use.connection(), *tree);
  std::vector<store::NodeTimes> trees = store::NodeTimeRows(use.connection()).all();
  std::vector<model::TreeRowsOf> finished;
  const std::optional<std::size_t> only = keep_finished(trees, finished, tree);
  if (tree && !only)
    throw Error(ErrorCode::conflict, "tree " + tree->text + " has not ended", tree->text,
                "only finished trees can be replayed; `rlmdb eta --backtest` replays all of them");
  return model::backtest(finished, only);
}

}  // namespace rlmdb
