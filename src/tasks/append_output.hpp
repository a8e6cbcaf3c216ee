// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "rlmdb/change.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::tasks {

/// Appends a chunk to a task that the caller has allowed to change. `where` names the change in errors.
[[nodiscard]] ChangeResult append_output(writing::TaskWriter& writer, const records::TaskHead& head,
                                         const TaskChange& change, const std::string& where);

}  // namespace rlmdb::tasks
