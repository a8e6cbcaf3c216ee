// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rlmdb/workflow.hpp"

namespace CLI {
class App;
}

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
  std::optional<std::string> root;
  bool is_last = false;
  bool is_smart = false;
  std::optional<std::string> selected;
  bool allows_unchecked = false;
  std::optional<std::int64_t> older_than;
  WorkflowEnd end = WorkflowEnd::none;
};

inline constexpr const char* k_workflow_group = "Options of create, list, show, restore and prune";
inline constexpr const char* k_workflows_group = "Options of list and prune";
inline constexpr const char* k_workflow_create_group = "Options of create of a workflow";
inline constexpr const char* k_workflow_root_group = "Options of create and restore";
inline constexpr const char* k_restore_group = "Options of restore";
inline constexpr const char* k_workflow_prune_group = "Options of prune of workflows";

void add_workflow_options(CLI::App& app, WorkflowOptions& options);

/// Whether checkpoints of workflows or loops are meant, not those of variables.
[[nodiscard]] bool is_of_workflows(const WorkflowOptions& options) noexcept;

/// nullopt for all. Error usage where more than one is given.
[[nodiscard]] std::optional<WorkflowOwner> workflow_owner(const WorkflowOptions& options);

/// The same for a verb that needs one; error usage.
[[nodiscard]] WorkflowOwner needed_workflow_owner(const WorkflowOptions& options, std::string_view verb);

}  // namespace rlmdb::cli
