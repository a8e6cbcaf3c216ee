// SPDX-License-Identifier: MIT
#pragma once

#include "rlmdb/change.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::tasks {

/// Adds a task with the next id. `where` names the change in errors.
[[nodiscard]] ChangeResult create_task(writing::TaskWriter& writer, const NewTask& task,
                                       const std::string& where);

}  // namespace rlmdb::tasks
