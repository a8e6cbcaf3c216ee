// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "format/rows.hpp"
#include "terminal/terminal.hpp"
#include "work/work_event.hpp"
#include "work/worker.hpp"

namespace rlmdb::cli {

[[nodiscard]] const Rows<WorkEvent>& work_rows();
/// A whole line: for a person on a terminal, else the fields of a row.
[[nodiscard]] std::string text_work(const WorkEvent& event, const Terminal& terminal);
/// "2 running: task-0003 12 s, task-0007 3 s; 40 completed, 1 failed", without a line feed.
[[nodiscard]] std::string status_of(const Worker& worker);
/// What a worker has done, and what it left. A whole line.
[[nodiscard]] std::string text_end_of_work(const Worker& worker);

}  // namespace rlmdb::cli
