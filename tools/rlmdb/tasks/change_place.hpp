// SPDX-License-Identifier: MIT
#pragma once

#include "rlmdb/error.hpp"
#include "tasks/task_lines.hpp"

namespace rlmdb::cli {

/// `error` of Store::change in words of the command line. The library names a refused value "change.result:5"
/// or "changes[3].result:5": that becomes "result:5", or with `lines` "FILE:4 result:5". Other errors as they
/// are.
[[nodiscard]] Error in_place(const Error& error, const TaskLines* lines);

}  // namespace rlmdb::cli
