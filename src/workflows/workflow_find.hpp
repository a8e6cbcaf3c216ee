// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/workflow.hpp"
#include "workflows/workflow_rows.hpp"

namespace rlmdb::workflows {

/// What a checkpoint goes by: its checkpoint_id, else its file's name without ".json" and what follows.
[[nodiscard]] std::string id_of(const WorkflowHead& head);

/// Milliseconds since 1970 UTC of its created_at; nullopt where that is no such time.
[[nodiscard]] std::optional<std::int64_t> time_of(const WorkflowHead& head);

/// The owner's checkpoints, newest first: by created_at, those of one time, and those without a time, which
/// come last, by when they came in.
[[nodiscard]] std::vector<WorkflowHead> newest_first(db::Connection& connection, std::string_view owner);

/// The one of the owner that goes by `id`, or lies at that place. Error not_found; conflict where several do.
[[nodiscard]] WorkflowHead get_workflow_checkpoint(db::Connection& connection, const WorkflowOwner& owner,
                                                   std::string_view id);

/// The document of a checkpoint, and why it cannot be restored.
struct ReadWorkflow {
  std::string compact;  ///< "" where it cannot be read
  std::optional<std::string> defect;
};

/// Held against its hash and the schema.
[[nodiscard]] ReadWorkflow read_workflow(db::Connection& connection, const WorkflowHead& head);

/// As callers see it. `read` is what read_workflow said.
[[nodiscard]] WorkflowCheckpoint workflow_checkpoint_of(db::Connection& connection, const WorkflowHead& head,
                                                        const ReadWorkflow& read);
[[nodiscard]] WorkflowCheckpoint workflow_checkpoint_of(db::Connection& connection, const WorkflowHead& head);

}  // namespace rlmdb::workflows
