// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>

#include "trees/backtest.hpp"
#include "trees/estimate.hpp"
#include "trees/node_time_rows.hpp"
#include "util/clock.hpp"

namespace rlmdb::trees {

namespace {

/// So many of the newest nodes of other trees are read, more of them while too few tell how long they took.
constexpr std::array<std::int64_t, 3> k_earlier_nodes = {1'000, 4'000, 20'000};
constexpr std::size_t k_enough_earlier = 300;

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

TimeHistory read_history(db::Connection& connection, const TreeId& but_tree) {
  for (const std::int64_t most : k_earlier_nodes) {
    const std::vector<NodeTimes> trees = NodeTimeRows(connection).newest(but_tree.text, most);
    TimeHistory history = history_of(trees);
    std::size_t nodes = 0;
    for (const NodeTimes& tree : trees) nodes += tree.rows.size();
    const bool are_all = nodes < static_cast<std::size_t>(most) || most == k_earlier_nodes.back();
    if (are_all || history.samples().size() >= k_enough_earlier) return history;
  }
  return {};
}

}  // namespace

TimeEstimate estimate_of_rows(db::Connection& connection, const TreeId& tree,
                              const std::vector<NodeRow>& rows, const TreeShape& shape, const Stuck& stuck) {
  if (stuck.tasks > 0) {
    TimeEstimate never;
    never.reason = stuck.tasks == 1 ? "1 node is stuck" : fmt::format("{} nodes are stuck", stuck.tasks);
    return never;
  }
  TimeHistory history = read_history(connection, tree);
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
