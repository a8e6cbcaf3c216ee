// SPDX-License-Identifier: MIT
/// A checkpoint within a transaction that the caller has begun, the loop that it is of, and its event.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loops/loop_rows.hpp"
#include "rlmdb/event_kind.hpp"
#include "rlmdb/workflow.hpp"
#include "workflows/workflow_artifacts.hpp"
#include "workflows/workflow_rows.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::workflows {

/// The loop that goes by that id and is not archived: Ralph's own before an external one. nullopt: there is
/// none.
[[nodiscard]] std::optional<loops::LoopHead> find_live_loop(db::Connection& connection,
                                                            std::string_view loop_id);

/// One event, about the loop where there is one, whose newest event it then is: the caller writes that row.
std::int64_t note_workflow(writing::TaskWriter& writer, EventKind kind, std::string_view reason,
                           std::optional<loops::LoopHead>& loop);

/// What create_workflow_checkpoint() promises. `document`: the caller's, canonical compact text; `files`:
/// those of asked.artifacts; `loop`: whose it is, nullopt: the one that goes by the owner's id; `time`: when
/// it is taken, UTC text. REQUIRES: an open write transaction.
[[nodiscard]] WorkflowHead take_checkpoint(writing::TaskWriter& writer, const NewWorkflowCheckpoint& asked,
                                           const std::optional<std::string>& document,
                                           const std::vector<ArtifactFile>& files,
                                           std::optional<loops::LoopHead> loop, const std::string& time);

}  // namespace rlmdb::workflows
