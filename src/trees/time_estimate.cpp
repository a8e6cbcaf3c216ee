// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "trees/backtest.hpp"
#include "trees/estimate.hpp"
#include "trees/node_time_rows.hpp"
#include "util/clock.hpp"

namespace rlmdb::trees {

namespace {

constexpr std::int64_t k_most_earlier_nodes = 20'000;

/// Trees of which all nodes are there and have ended; those given first, the newest, are added last.
TimeHistory history_of(const std::vector<NodeTimes>& trees) {
  TimeHistory history;
  for (auto tree = trees.rbegin(); tree != trees.rend(); ++tree) {
    if (!has_ended(tree->rows)) continue;
    const TreeShape shape = build_tree(tree->rows);
    const bool lacks_nodes = std::any_of(shape.findings.begin(), shape.findings.end(), [](const auto& found) {
      return found.code == "orphan" || found.code == "no_root";
    });
    if (!lacks_nodes) history.add(tree->rows, shape);
  }
  return history;
}

}  // namespace

TimeEstimate estimate_of_rows(db::Connection& connection, const TreeId& tree,
                              const std::vector<NodeRow>& rows, const TreeShape& shape, const Stuck& stuck) {
  if (stuck.tasks > 0) {
    TimeEstimate never;
    never.reason = stuck.tasks == 1 ? "1 node is stuck" : fmt::format("{} nodes are stuck", stuck.tasks);
    return never;
  }
  TimeHistory history = history_of(NodeTimeRows(connection).newest(tree.text, k_most_earlier_nodes));
  const auto is_gone = [](const NodeRow& row) { return row.owner == Owner::dead; };
  if (std::none_of(rows.begin(), rows.end(), is_gone))
    return estimate_time_left(rows, shape, history, util::now_ms());
  std::vector<NodeRow> to_do = rows;
  for (NodeRow& row : to_do) {
    if (!is_gone(row)) continue;
    row.state = TaskState::queued;  // its work is to be done again
    row.started_at_ms.reset();
  }
  return estimate_time_left(to_do, shape, history, util::now_ms());
}

}  // namespace rlmdb::trees
