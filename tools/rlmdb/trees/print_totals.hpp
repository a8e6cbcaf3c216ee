// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "format/json_writer.hpp"
#include "rlmdb/progress.hpp"
#include "rlmdb/totals.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// "outside trees: 9 tasks: 4 queued, 5 completed; $0.1200" and, where there are several, a line for all trees.
[[nodiscard]] std::string text_totals(const StoreTotals& totals, const Terminal& terminal);

/// "together: 13 of 21 nodes completed (62%), 8 left, ETA ~6m 47s"; nothing for fewer than two trees.
[[nodiscard]] std::string text_together(const std::vector<TreeProgress>& trees, const Terminal& terminal);

/// Adds `together` of the trees; null without them.
void add_together(JsonObject& object, const std::vector<TreeProgress>* trees);

/// Adds `outside` and `all_trees`; null both without totals.
void add_totals(JsonObject& object, const StoreTotals* totals);

}  // namespace rlmdb::cli
