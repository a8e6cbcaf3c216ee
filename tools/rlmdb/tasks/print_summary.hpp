// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "rlmdb/task.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// Counts and two tables on a terminal; elsewhere tab-separated lines that begin with `count`, `running` or
/// `recent`.
[[nodiscard]] std::string text_summary(const StoreSummary& summary, const Terminal& terminal);
/// The `data` of the document.
[[nodiscard]] std::string json_summary(const StoreSummary& summary);

}  // namespace rlmdb::cli
