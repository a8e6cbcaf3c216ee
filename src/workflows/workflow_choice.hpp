// SPDX-License-Identifier: MIT
/// Which checkpoint a workflow is set back to, and whether it may be. Nothing is written.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/workflow.hpp"
#include "workflows/workflow_find.hpp"

namespace rlmdb::workflows {

/// A checkpoint that was looked at.
struct ExaminedCheckpoint {
  WorkflowHead head;
  ReadWorkflow read;
  std::vector<ArtifactCheck> artifacts;  ///< of one with a defect: none
};

struct WorkflowChoice {
  std::optional<ExaminedCheckpoint> chosen;  ///< nullopt: smart found none
  std::vector<std::pair<WorkflowCheckpoint, std::string>> passed_over;
};

/// Error not_found where there is no checkpoint, or none of that name; conflict where several go by it.
[[nodiscard]] WorkflowChoice choose_checkpoint(db::Connection& connection, const RestoreOptions& options);

/// The checkpoint held against its content and its artifacts.
[[nodiscard]] ExaminedCheckpoint examine_checkpoint(db::Connection& connection, WorkflowHead head,
                                                    const RestoreOptions& options);

/// Why a checkpoint of the loop is not before all its open critical regressions; "": it is.
[[nodiscard]] std::string not_before_regressions(db::Connection& connection, const WorkflowHead& head);

/// What is wrong with the artifacts, those that may pass left out: "a.ts has changed since, b.ts is missing";
/// "": nothing.
[[nodiscard]] std::string fault_of_artifacts(const ExaminedCheckpoint& examined,
                                             const RestoreOptions& options);

}  // namespace rlmdb::workflows
