// SPDX-License-Identifier: MIT
// Estimates: read the nodes in one snapshot, let the model answer.
#include <algorithm>

#include "db/transaction.hpp"
#include "jobs/tree_load.hpp"
#include "model/backtest.hpp"
#include "model/estimate.hpp"
#include "model/progress.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/estimate.hpp"
#include "store/connections.hpp"
#include "store/node_time_rows.hpp"
#include "util/clock.hpp"

namespace rlmdb {

namespace {

constexpr std::int64_t k_most_earlier_nodes = 20'000;

std::int64_t now_ms() {
  const auto now = util::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

/// Trees of which all nodes are there and have ended; those given first, the newest, are added last.
model::TimeHistory history_of(const std::vector<store::NodeTimes>& trees) {
  model::TimeHistory history;
  for (auto tree = trees.rbegin(); tree != trees.rend(); ++tree) {
    if (!model::has_ended(tree->rows)) continue;
    const model::TreeShape shape = model::build_tree(tree->rows);
    const bool lacks_nodes = std::any_of(shape.findings.begin(), shape.findings.end(), [](const auto& found) {
      return found.code == "orphan" || found.code == "no_root";
    });
    if (!lacks_nodes) history.add(tree->rows, shape);
  }
  return history;
}

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
  model::TimeHistory history =
      history_of(store::NodeTimeRows(use.connection()).newest(tree.text, k_most_earlier_nodes));
  return {model::progress_of(tree, rows),
          model::estimate_time_left(rows, model::build_tree(rows), history, now_ms())};
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
