// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "rlmdb/change.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::tasks {

/// Checks and writes one change. REQUIRES: an open write transaction, which the caller gives up when this
/// throws. `where` names the change in errors about its values.
[[nodiscard]] ChangeResult apply_change(writing::TaskWriter& writer, const TaskChange& change,
                                        const std::string& where);

}  // namespace rlmdb::tasks
