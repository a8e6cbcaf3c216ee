// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "format/rows.hpp"
#include "rlmdb/progress.hpp"
#include "rlmdb/totals.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

[[nodiscard]] const Rows<CostLine>& cost_rows(CostBy by);

/// On a terminal an aligned table, the projected total and the dearest nodes; elsewhere tab-separated lines
/// alone.
[[nodiscard]] std::string text_cost(const TreeCost& cost, CostBy by, const Terminal& terminal);
[[nodiscard]] std::string json_cost(const TreeCost& cost, CostBy by);

/// What each tree cost.
[[nodiscard]] const Rows<TreeSummary>& tree_cost_rows();
[[nodiscard]] std::string json_costs_of_trees(const std::vector<TreeSummary>& trees,
                                              const StoreTotals& totals);

}  // namespace rlmdb::cli
