// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "rlmdb/cleanup.hpp"
#include "rlmdb/review.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

class JsonObject;

/// The tasks, trees and variables that go: tables on a terminal, elsewhere tab-separated lines.
[[nodiscard]] std::string text_removals(const CleanupReport& report, const Terminal& terminal);
/// What would go or has gone, in one line, and what stays and why.
[[nodiscard]] std::string text_cleanup(const CleanupReport& report, CleanupRun run, const Terminal& terminal);
/// The `data` of the document.
void add_cleanup(JsonObject& object, const CleanupReport& report);
[[nodiscard]] std::string json_cleanup(const CleanupReport& report);
/// The same of failed tasks and their reviews.
[[nodiscard]] std::string json_failures(const std::vector<FailedTask>& tasks);

/// Nothing is old enough.

}  // namespace rlmdb::cli
