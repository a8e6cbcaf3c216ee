// SPDX-License-Identifier: MIT
#include "jobs/time_estimate.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "model/backtest.hpp"
#include "model/estimate.hpp"
#include "store/node_time_rows.hpp"
#include "util/clock.hpp"

namespace rlmdb::jobs {

namespace {

constexpr std::int64_t k_most_earlier_nodes = 20'000;

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

}  // namespace

TimeEstimate estimate_of_rows(db::Connection& connection, const TreeId& tree,
                              const std::vector<model::NodeRow>& rows, const model::TreeShape& shape) {
  model::TimeHistory history =
      history_of(store::NodeTimeRows(connection).newest(tree.text, k_most_earlier_nodes));
  const auto is_gone = [](const model::NodeRow& row) { return row.owner == model::Owner::dead; };
  if (std::none_of(rows.begin(), rows.end(), is_gone))
    return model::estimate_time_left(rows, shape, history, util::now_ms());
  std::vector<model::NodeRow> to_do = rows;
  for (model::NodeRow& row : to_do) {
    if (!is_gone(row)) continue;
    row.state = TaskState::queued;  // its work is to be done again
    row.started_at_ms.reset();
  }
  return model::estimate_time_left(to_do, shape, history, util::now_ms());
}

}  // namespace rlmdb::jobs
