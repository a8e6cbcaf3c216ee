// SPDX-License-Identifier: MIT
/// Queued tasks: which `claim` would take, and why the others wait. Texts are whole lines; JSON is the `data`
/// of a document.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rlmdb/claim.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// As text_list, with code and reason as last columns.
[[nodiscard]] std::string text_readiness(const std::vector<Readiness>& tasks, const Terminal& terminal);

[[nodiscard]] std::string json_ready(const std::vector<TaskSummary>& tasks);
[[nodiscard]] std::string json_readiness(const std::vector<Readiness>& tasks);
/// The same as the `data` of `list`.
[[nodiscard]] std::string json_blocked(const std::vector<Readiness>& tasks, std::int64_t limit);

}  // namespace rlmdb::cli
