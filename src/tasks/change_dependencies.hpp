// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "records/task_head.hpp"
#include "rlmdb/change.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::tasks {

/// Sets metadata.depends_on, as set_members() does, to what it was with these changes.
[[nodiscard]] ChangeResult change_dependencies(writing::TaskWriter& writer, const records::TaskHead& head,
                                               const ChangeDependencies& dependencies,
                                               const TaskChange& change, const std::string& where);

}  // namespace rlmdb::tasks
