// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frame/options.hpp"
#include "rlmdb/workflow.hpp"

namespace rlmdb::cli {

/// What `rlmdb checkpoint` takes for workflows and loops, as typed.
struct WorkflowOptions {
  std::optional<std::string> workflow;
  std::optional<std::string> loop;
  bool is_all = false;
  std::optional<std::string> trigger;
  std::optional<std::int64_t> retention_days;
  std::vector<std::string> tags;
  std::vector<std::string> artifacts;
  ArtifactCopies copies = ArtifactCopies::none;
  std::int64_t artifact_bytes = k_most_artifact_bytes;
  std::optional<std::string> root;
  bool is_last = false;
  bool is_smart = false;
  std::optional<std::string> selected;
  bool allows_unchecked = false;
  ArtifactRestore artifact_restore = ArtifactRestore::compare;
  std::optional<std::int64_t> older_than;
  WorkflowEnd end = WorkflowEnd::none;
  ClockTrust clock = ClockTrust::by_events;
};

void add_workflow_options(Options& options, WorkflowOptions& workflow);

/// Whether checkpoints of workflows or loops are meant, not those of variables.
[[nodiscard]] bool is_of_workflows(const WorkflowOptions& options) noexcept;

/// nullopt for all. Error usage where more than one is given.
[[nodiscard]] std::optional<WorkflowOwner> workflow_owner(const WorkflowOptions& options);

/// The same for a verb that needs one; error usage.
[[nodiscard]] WorkflowOwner needed_workflow_owner(const WorkflowOptions& options, std::string_view verb);

}  // namespace rlmdb::cli
