// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "format/rows.hpp"
#include "rlmdb/estimate.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// "~3m 45s, nine times of ten within 6m 2s (2 at once; 12 durations of this tree)", or "unknown" and why.
[[nodiscard]] std::string likely_text(const TimeEstimate& estimate);
/// Two lines: the simple estimate and the better one.
[[nodiscard]] std::string text_eta(const TreeEstimate& estimate);
[[nodiscard]] const Rows<BacktestLine>& backtest_rows();
/// An aligned table on a terminal, tab-separated lines elsewhere.
[[nodiscard]] std::string text_backtest(const Backtest& backtest, const Terminal& terminal);

/// The members of an estimate.
void add_estimate(JsonObject& object, const TimeEstimate& estimate);
[[nodiscard]] std::string json_eta(const TreeEstimate& estimate);
/// `tree` is nullopt for all trees.
[[nodiscard]] std::string json_backtest(const Backtest& backtest, const std::optional<TreeId>& tree);

}  // namespace rlmdb::cli
