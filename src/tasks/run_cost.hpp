// SPDX-License-Identifier: MIT
/// What a run used, added to what its task has used so far.
#pragma once

#include <string>
#include <string_view>

#include "records/task_head.hpp"
#include "rlmdb/change.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::tasks {

[[nodiscard]] bool is_given(const RunCost& cost);

/// `tracking` of that task, an object in compact canonical text or "", with the cost added. Totals that it
/// has, and that of the dollars, follow. Errors as AddCost.
[[nodiscard]] std::string with_cost(std::string_view tracking, const RunCost& cost, const std::string& task,
                                    const std::string& where);

/// Writes the record with it, and an event `task:cost`.
[[nodiscard]] ChangeResult add_cost(writing::TaskWriter& writer, const records::TaskHead& head,
                                    const TaskChange& change, const RunCost& cost, const std::string& where);

}  // namespace rlmdb::tasks
