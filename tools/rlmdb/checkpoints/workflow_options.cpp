// SPDX-License-Identifier: MIT
#include "checkpoints/workflow_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "frame/options_store.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::cli {
namespace {

constexpr const char* k_owners = "--workflow ID or --loop ID";

void add_owners(CLI::App& app, WorkflowOptions& options) {
  add_text(app, "--workflow", options.workflow, "ID", "of the workflow: its whole state")
      ->group(k_workflow_group);
  add_text(app, "--loop", options.loop, "ID", "of the loop")->group(k_workflow_group);
  add_switch(
      app, "--workflows", [&options] { options.is_all = true; }, "of all workflows and loops")
      ->group(k_workflows_group);
}

void add_create(CLI::App& app, WorkflowOptions& options) {
  static const std::vector<std::string> k_triggers{"manual",    "automatic",    "phase_boundary",
                                                   "iteration", "pre_risky_op", "error_recovery"};
  add_choice(
      app, "--trigger", k_triggers, [&options](std::size_t index) { options.trigger = k_triggers[index]; },
      "manual (default), automatic, phase_boundary, iteration, pre_risky_op or error_recovery")
      ->type_name("WHY")
      ->group(k_workflow_create_group);
  add_number(
      app, "--retention-days", 0, std::numeric_limits<std::int64_t>::max(),
      [&options](std::int64_t number) { options.retention_days = number; },
      "how long prune keeps it; default 30")
      ->group(k_workflow_create_group);
  add_texts(app, "--tag", options.tags, "TAG", "prune never takes one that has any")
      ->group(k_workflow_create_group);
  add_texts(app, "--artifact", options.artifacts, "PATH", "a file beneath the root, kept by its SHA-256")
      ->group(k_workflow_create_group);
  add_text(app, "--root", options.root, "DIR", "where artifacts lie; default: the project's directory")
      ->group(k_workflow_root_group);
}

void add_restore(CLI::App& app, WorkflowOptions& options) {
  add_switch(
      app, "--last", [&options] { options.is_last = true; }, "the newest")
      ->group(k_restore_group);
  add_text(app, "--select", options.selected, "ID", "that one; a bare ID says the same")
      ->group(k_restore_group);
  add_switch(
      app, "--smart", [&options] { options.is_smart = true; },
      "the newest that is whole, before any open critical regression, with no artifact changed")
      ->group(k_restore_group);
  add_switch(
      app, "--allow-unchecked", [&options] { options.allows_unchecked = true; },
      "also past artifacts whose hash is no SHA-256")
      ->group(k_restore_group);
}

void add_prune(CLI::App& app, WorkflowOptions& options) {
  constexpr std::array k_ends = {WorkflowEnd::success, WorkflowEnd::failure};
  add_choice(
      app, "--after", {"success", "failure"},
      [&options, k_ends](std::size_t index) { options.end = k_ends.at(index); },
      "success: keep the newest alone; failure: all recent ones stay as they are")
      ->group(k_workflow_prune_group);
  add_number(
      app, "--older-than", 0, std::numeric_limits<std::int64_t>::max(),
      [&options](std::int64_t number) { options.older_than = number; },
      "days, instead of those that each checkpoint says")
      ->type_name("DAYS")
      ->group(k_workflow_prune_group);
}

}  // namespace

void add_workflow_options(CLI::App& app, WorkflowOptions& options) {
  add_owners(app, options);
  add_create(app, options);
  add_restore(app, options);
  add_prune(app, options);
}

bool is_of_workflows(const WorkflowOptions& options) noexcept {
  return options.workflow.has_value() || options.loop.has_value() || options.is_all;
}

std::optional<WorkflowOwner> workflow_owner(const WorkflowOptions& options) {
  const int given = int{options.workflow.has_value()} + int{options.loop.has_value()} + int{options.is_all};
  if (given > 1) {
    throw Error(ErrorCode::usage, "only one of --workflow, --loop and --workflows", {},
                "leave the others out");
  }
  if (options.workflow.has_value()) {
    return WorkflowOwner{WorkflowKind::workflow, *options.workflow};
  }
  return options.loop.has_value() ? std::optional(WorkflowOwner{WorkflowKind::loop, *options.loop})
                                  : std::nullopt;
}

WorkflowOwner needed_workflow_owner(const WorkflowOptions& options, std::string_view verb) {
  auto owner = workflow_owner(options);
  if (!owner.has_value()) {
    throw Error(ErrorCode::usage, fmt::format("checkpoint {} needs to know whose checkpoint it is", verb), {},
                k_owners);
  }
  return *std::move(owner);
}

}  // namespace rlmdb::cli
