// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "store/checkpoint_rows.hpp"
#include "store/state_rows.hpp"
#include "tasks/task_writer.hpp"

namespace rlmdb::tasks {

/// The list's element as compact JSON.
[[nodiscard]] std::string element_of(const store::ListedCheckpoint& checkpoint);

/// Appends to metadata.checkpoints of the task, with an event, whose sequence number it returns. Where rows
/// say the whole list this costs one row, else the record. Error conflict where something else than an object
/// and an array is in its place.
std::int64_t add_to_list(TaskWriter& writer, const store::TaskHead& task,
                         const store::ListedCheckpoint& checkpoint, const Cause& cause);

/// The same for history.checkpoints of a state document; costs its outline, which holds what was imported of
/// the list.
std::int64_t add_to_list(TaskWriter& writer, store::StateHead state,
                         const store::ListedCheckpoint& checkpoint, const Cause& cause);

}  // namespace rlmdb::tasks
