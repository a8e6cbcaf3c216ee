// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "format/json_writer.hpp"
#include "rlmdb/totals.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// "outside trees: 9 tasks: 4 queued, 5 completed; $0.1200" and, where there are several, a line for all trees.
[[nodiscard]] std::string text_totals(const StoreTotals& totals, const Terminal& terminal);

/// Adds `outside` and `all_trees`; null both without totals.
void add_totals(JsonObject& object, const StoreTotals* totals);

}  // namespace rlmdb::cli
