// SPDX-License-Identifier: MIT
/// What `limits` and `budget` print. Texts are whole lines; JSON is the `data` of a document.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "format/rows.hpp"
#include "rlmdb/tree_settings.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// A table and the nodes that run too long on a terminal, tab-separated lines elsewhere.
[[nodiscard]] std::string text_limits(const LimitReport& report, const Terminal& terminal);
[[nodiscard]] std::string json_limits(const LimitReport& report);

[[nodiscard]] const Rows<TreeBudget>& budget_rows();
/// Labelled lines on a terminal, one tab-separated line elsewhere.
[[nodiscard]] std::string text_budget(const TreeBudget& budget, const Terminal& terminal);
[[nodiscard]] std::string json_budget(const TreeBudget& budget);

/// The amount of a limit: "1,000", of a time-out "5m".
[[nodiscard]] std::string amount_text(const LimitUse& use, std::int64_t amount);
/// A limit and what comes nearest to it.
[[nodiscard]] const Rows<LimitUse>& limit_rows();
[[nodiscard]] const Rows<OverTimeNode>& over_time_rows();
[[nodiscard]] const Rows<OwnTimeout>& own_timeout_rows();

}  // namespace rlmdb::cli
