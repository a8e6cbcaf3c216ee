// SPDX-License-Identifier: MIT
/// The order of a tree's nodes, held where a person starts and completes them by hand.
#pragma once

#include "writing/task_writer.hpp"

namespace rlmdb::tasks {

/// Error conflict where a claim would not take the task, because it waits for others or is scheduled for later.
void require_turn(writing::TaskWriter& writer, const records::TaskHead& head);

/// Error conflict where a child of the task is queued or running: once the task is completed nobody merges
/// what the child brings. A child that failed is no reason: whoever completes the task has seen it.
void require_no_open_child(writing::TaskWriter& writer, const records::TaskHead& head);

}  // namespace rlmdb::tasks
