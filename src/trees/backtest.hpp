// SPDX-License-Identifier: MIT
/// Estimates that would have been given while finished trees ran, against what came. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rlmdb/estimate.hpp"
#include "trees/tree_build.hpp"

namespace rlmdb::trees {

using TreeRowsOf = std::vector<NodeRow>;

/// Whether every node has ended.
[[nodiscard]] bool has_ended(std::span<const NodeRow> rows) noexcept;

/// The rows as they were at a moment: nodes that were not created yet are left out, later times forgotten.
[[nodiscard]] TreeRowsOf rows_at(std::span<const NodeRow> rows, std::int64_t at_ms);

/// Replays `trees`, all of which have ended, or only the one with that index; the others then serve as
/// earlier trees alone.
[[nodiscard]] Backtest backtest(std::span<const TreeRowsOf> trees, std::optional<std::size_t> only);

}  // namespace rlmdb::trees
