// SPDX-License-Identifier: MIT
/// What of trees is printed in rows.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "format/rows.hpp"
#include "rlmdb/progress.hpp"
#include "rlmdb/recover.hpp"

namespace rlmdb::cli {

[[nodiscard]] const Rows<TreeProgress>& progress_rows();
[[nodiscard]] const Rows<TreeSummary>& tree_rows();
[[nodiscard]] const Rows<ActiveTask>& active_rows();
[[nodiscard]] const Rows<TreeNode>& node_rows();
[[nodiscard]] const Rows<TreeFinding>& finding_rows();

/// "67%", rounded as the seeds' panels round it; "unknown".
[[nodiscard]] std::string percent_text(const std::optional<double>& percentage);
inline constexpr std::string_view k_eta_meaning =
    "remaining_tasks times avg_duration_ms, and no earlier than what is scheduled or held may begin; null "
    "also where one is "
    "stuck, or none is left and one failed";
/// "~3m 45s"
[[nodiscard]] std::string eta_text(const TreeProgress& progress);

}  // namespace rlmdb::cli
