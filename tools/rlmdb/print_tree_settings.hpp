// SPDX-License-Identifier: MIT
/// What `limits` and `budget` print. Texts are whole lines; JSON is the `data` of a document.
#pragma once

#include <string>

#include "rlmdb/tree_settings.hpp"
#include "terminal.hpp"

namespace rlmdb::cli {

/// A table and the nodes that run too long on a terminal, tab-separated lines elsewhere.
[[nodiscard]] std::string text_limits(const LimitReport& report, const Terminal& terminal);
[[nodiscard]] std::string json_limits(const LimitReport& report);

/// Labelled lines on a terminal, one tab-separated line elsewhere.
[[nodiscard]] std::string text_budget(const TreeBudget& budget, const Terminal& terminal);
[[nodiscard]] std::string json_budget(const TreeBudget& budget);

}  // namespace rlmdb::cli
