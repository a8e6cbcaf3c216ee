// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "rlmdb/cleanup.hpp"
#include "terminal.hpp"

namespace rlmdb::cli {

/// The tasks that go: an aligned table on a terminal, elsewhere tab-separated lines.
[[nodiscard]] std::string text_removals(const CleanupReport& report, const Terminal& terminal);
/// What would go or has gone, in one line, and what stays for its tree.
[[nodiscard]] std::string text_cleanup(const CleanupReport& report, CleanupRun run);
/// The `data` of the document.
[[nodiscard]] std::string json_cleanup(const CleanupReport& report);

/// Nothing is old enough.
[[nodiscard]] bool is_empty(const CleanupReport& report);

}  // namespace rlmdb::cli
