// SPDX-License-Identifier: MIT
/// When a tree will be done, and how well that could have been said of trees that are.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rlmdb/progress.hpp"

namespace rlmdb {

/// How long a tree still takes, from what its nodes and those of earlier trees took. The rest of the tree is
/// played through many times with durations drawn from nodes alike, so the answer heeds order and
/// parallelism. A node whose process is gone has to be done again from its beginning.
struct TimeEstimate {
  std::optional<double> p50_ms;      ///< as likely to be done before as after; nullopt: unknown
  std::optional<double> p90_ms;      ///< nine times of ten done by then
  std::int64_t samples = 0;          ///< durations of this tree's nodes that it rests on
  std::int64_t earlier_samples = 0;  ///< durations of nodes of trees that had ended before
  std::int64_t parallelism = 0;      ///< nodes taken to work at the same time; 0 where it is unknown
  std::string reason;                ///< why it is unknown, one sentence; "" where it is known
};

struct TreeEstimate {
  TreeProgress progress;  ///< with the simple estimate
  TimeEstimate estimate;
  Stuck stuck{};  ///< without it there is an estimate
};

/// How far a formula was off, over the points where it gave an estimate.
struct FormulaErrors {
  std::int64_t known = 0;                      ///< points with an estimate
  std::optional<double> median_error_percent;  ///< of |estimate − true| / true
  std::optional<double> within_p90_percent;    ///< share of true times within p90; only of the better one
};

/// How many of a tree's nodes have ended where a backtest asks, per cent.
inline constexpr std::array<std::int64_t, 5> k_backtest_percents{10, 25, 50, 75, 90};

/// Both formulas at some points in the runs of finished trees. `at_percent`: when so many nodes had ended.
struct BacktestLine {
  std::optional<std::int64_t> at_percent;  ///< nullopt: all points
  std::int64_t points = 0;
  FormulaErrors simple;
  FormulaErrors better;
};

struct Backtest {
  std::int64_t trees = 0;    ///< finished trees with at least one point
  std::int64_t skipped = 0;  ///< finished trees whose times do not tell how they ran
  BacktestLine all;
  std::vector<BacktestLine> lines;  ///< one each of k_backtest_percents
};

/// Both estimates. Reads the tree and, of other trees, the newest 20,000 nodes. Error not_found for an
/// unknown tree.
[[nodiscard]] TreeEstimate estimate_of_tree(const Store& store, const TreeId& tree);

/// Replays one finished tree, or with nullopt all: what would have been estimated at each point, from what
/// was known then, against the time that was really left. Reads all trees. Errors: not_found, conflict for a
/// tree that has not ended.
[[nodiscard]] Backtest backtest_estimates(const Store& store, const std::optional<TreeId>& tree);

}  // namespace rlmdb
