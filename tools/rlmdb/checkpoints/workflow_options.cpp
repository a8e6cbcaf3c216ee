// SPDX-License-Identifier: MIT
#include "checkpoints/workflow_options.hpp"

#include <fmt/format.h>

#include "rlmdb/error.hpp"

namespace rlmdb::cli {
namespace {

constexpr const char* k_owners = "--workflow ID or --loop ID";

void add_owners(Options& options, WorkflowOptions& workflow) {
  options.section(
      "Options of create, list, show, restore and prune",
      {"create of a workflow", "list of workflows", "show of a workflow", "restore", "prune of workflows"});
  options.text("--workflow", workflow.workflow, "ID", "of the workflow: its whole state");
  options.text("--loop", workflow.loop, "ID", "of the loop");
  options.section("Options of list and prune", {"list of workflows", "prune of workflows"});
  options.toggle("--workflows", workflow.is_all, "of all workflows and loops");
}

/// Those of the schema, and the seed's automatic ones.
Options::Choices trigger_words() {
  Options::Choices words(k_workflow_triggers.begin(), k_workflow_triggers.end());
  for (const AutoTrigger& one : k_auto_triggers) {
    words.push_back(one.name);
  }
  return words;
}

void add_create(Options& options, WorkflowOptions& workflow) {
  options.of({"create of a workflow"});
  options
      .choice("--trigger", trigger_words(), workflow.trigger,
              "manual (default), automatic, phase_boundary, iteration, pre_risky_op, error_recovery; or "
              "phase_start, artifact_complete, before_external_call, iteration_boundary")
      .type = "WHY";
  options.number("--retention-days", {}, workflow.retention_days, "how long prune keeps it; default {}")
      .initially("30");
  options.texts("--tag", workflow.tags, "TAG", "prune never takes one that has any");
  options.texts("--artifact", workflow.artifacts, "PATH", "a file beneath the root, kept by its SHA-256");
  options.toggle("--keep-artifacts", workflow.copies, ArtifactCopies::keep,
                 "keep copies of them, for restore --artifacts");
  options.number("--artifact-bytes", {1, 900'000'000}, workflow.artifact_bytes,
                 "at most so many bytes of copies; default {}");
  options.section("Options of create and restore", {"create of a workflow", "restore"});
  options.text("--root", workflow.root, "DIR", "where artifacts lie; default: the project's directory");
}

void add_restore(Options& options, WorkflowOptions& workflow) {
  options.of({"restore"});
  options.toggle("--last", workflow.is_last, "the newest");
  options.text("--select", workflow.selected, "ID", "that one; a bare ID says the same");
  options.toggle("--smart", workflow.is_smart,
                 "the newest that is whole, before any open critical regression, with no artifact changed");
  options.toggle("--allow-unchecked", workflow.allows_unchecked,
                 "also past artifacts whose hash is no SHA-256");
  options.toggle("--artifacts", workflow.artifact_restore, ArtifactRestore::put_back,
                 "put back those that have a copy; what is there stays as .bak");
}

void add_prune(Options& options, WorkflowOptions& workflow) {
  options.of({"prune of workflows"});
  options.choice("--after", {{"success", WorkflowEnd::success}, {"failure", WorkflowEnd::failure}},
                 workflow.end, "success: keep the newest alone; failure: all recent ones stay as they are");
  options.number("--older-than", {}, workflow.older_than, "days, instead of those that each checkpoint says")
      .type = "DAYS";
  options.toggle("--clock-is-right", workflow.clock, ClockTrust::as_it_is,
                 "also where no event says that so much time went by");
}

}  // namespace

void add_workflow_options(Options& options, WorkflowOptions& workflow) {
  add_owners(options, workflow);
  add_create(options, workflow);
  add_restore(options, workflow);
  add_prune(options, workflow);
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
