// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "frame/context.hpp"
#include "rlmdb/work_left.hpp"

namespace rlmdb::cli {

/// A warning of each of the first few, and how many more there are: to standard error, with --json into the
/// document that is printed next.
void warn_of_stuck_tasks(const std::vector<StuckTasks>& stuck, const Context& context);

}  // namespace rlmdb::cli
