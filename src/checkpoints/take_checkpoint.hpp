// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "rlmdb/checkpoint.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::checkpoints {

/// Writes a checkpoint, and lets older ones go where a retention of them is set. REQUIRES: an open write
/// transaction, which the caller gives up when this throws.
[[nodiscard]] CheckpointCreated take_checkpoint(writing::TaskWriter& writer, const NewCheckpoint& checkpoint);

}  // namespace rlmdb::checkpoints
