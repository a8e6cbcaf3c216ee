// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "rlmdb/checkpoint.hpp"
#include "tasks/task_writer.hpp"

namespace rlmdb::tasks {

/// Writes a checkpoint. REQUIRES: an open write transaction, which the caller gives up when this throws.
[[nodiscard]] CheckpointCreated take_checkpoint(TaskWriter& writer, const NewCheckpoint& checkpoint);

}  // namespace rlmdb::tasks
