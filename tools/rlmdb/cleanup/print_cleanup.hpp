// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "rlmdb/cleanup.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// The tasks, trees and variables that go: tables on a terminal, elsewhere tab-separated lines.
[[nodiscard]] std::string text_removals(const CleanupReport& report, const Terminal& terminal);
/// What would go or has gone, in one line, and what stays and why.
[[nodiscard]] std::string text_cleanup(const CleanupReport& report, CleanupRun run, const Terminal& terminal);
/// The `data` of the document.
[[nodiscard]] std::string json_cleanup(const CleanupReport& report);

/// Nothing is old enough.
[[nodiscard]] bool is_empty(const CleanupReport& report);

}  // namespace rlmdb::cli
