// SPDX-License-Identifier: MIT
/// A checkpoint within a transaction that the caller has begun.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "loops/loop_rows.hpp"
#include "rlmdb/workflow.hpp"
#include "workflows/workflow_artifacts.hpp"
#include "workflows/workflow_rows.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::workflows {

/// What create_workflow_checkpoint() promises. `document`: the caller's, canonical compact text; `files`:
/// those of asked.artifacts; `loop`: whose it is, nullopt: the one that goes by the owner's id; `time`: when
/// it is taken, UTC text. REQUIRES: an open write transaction.
[[nodiscard]] WorkflowHead take_checkpoint(writing::TaskWriter& writer, const NewWorkflowCheckpoint& asked,
                                           const std::optional<std::string>& document,
                                           const std::vector<ArtifactFile>& files,
                                           std::optional<loops::LoopHead> loop, const std::string& time);

}  // namespace rlmdb::workflows
