// SPDX-License-Identifier: MIT
/// Counts, simple estimate and total cost of one tree from its nodes. Pure; linear.
#pragma once

#include <span>
#include <vector>

#include "rlmdb/progress.hpp"
#include "trees/tree_build.hpp"

namespace rlmdb::trees {

[[nodiscard]] TreeProgress progress_of(const TreeId& tree, std::span<const NodeRow> rows);
/// The same with what an average cannot know: when what is scheduled or held may begin, and that nothing is left which goes
/// on, while not all is completed.
[[nodiscard]] TreeProgress progress_of(const TreeId& tree, std::span<const NodeRow> rows,
                                       std::int64_t now_ms);

/// Indexes of the rows in list order: newest first by created_at, undated ones last, ties in store order.
[[nodiscard]] std::vector<std::size_t> list_order(std::span<const NodeRow> rows);

/// Sum in list order, so that it agrees with the legacy sum to the last digit.
[[nodiscard]] std::optional<double> total_cost_usd(std::span<const NodeRow> rows);
/// It has run, and nobody said what it cost.
[[nodiscard]] bool lacks_cost(const NodeRow& row);
[[nodiscard]] std::int64_t nodes_without_cost(std::span<const NodeRow> rows);

}  // namespace rlmdb::trees
