// SPDX-License-Identifier: MIT
/// What is printed of tasks. Texts are whole lines; JSON is the `data` of a document.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/task.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// An aligned table on a terminal, tab-separated lines elsewhere.
[[nodiscard]] std::string text_list(const std::vector<TaskSummary>& tasks, const Terminal& terminal);
/// Labelled lines for one task; `record` is its JSON text as stored.
[[nodiscard]] std::string text_show(const TaskSummary& task, std::string_view record,
                                    const Terminal& terminal);
[[nodiscard]] std::string text_stats(const TaskStats& stats, const Terminal& terminal);

[[nodiscard]] std::string json_list(const std::vector<TaskSummary>& tasks, std::int64_t limit);
/// `records` are JSON texts and are put in as they stand.
[[nodiscard]] std::string json_show(const std::vector<std::string>& records);
[[nodiscard]] std::string json_stats(const TaskStats& stats);

}  // namespace rlmdb::cli
