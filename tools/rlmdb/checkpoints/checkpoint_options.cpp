// SPDX-License-Identifier: MIT
#include "checkpoints/checkpoint_options.hpp"

#include <fmt/format.h>

#include <array>

#include "rlmdb/error.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::string_view k_of_workflows = "--workflow ID|--loop ID";

/// In the order of CheckpointVerb, then those that are another thing of a workflow or loop.
constexpr std::array<Verb, 14> k_checkpoint_verbs{{
    {.name = "create of variables",
     .arguments = "NAME",
     .summary = "keep all variables of the OWNER as they are; prints the ID",
     .least = 1,
     .most = 1,
     .needs = "a NAME",
     .changes = true},
    {.name = "list", .arguments = {}, .summary = "checkpoints of the OWNER, or all", .prints_rows = true},
    {.name = "show",
     .arguments = "ID",
     .summary = "what it holds",
     .least = 1,
     .most = 1,
     .needs = "an ID",
     .prints_rows = true},
    {.name = "diff",
     .arguments = "ID [ID|now]",
     .summary = "what changed between two, or from one to now",
     .least = 1,
     .most = 2,
     .needs = "an ID",
     .prints_rows = true},
    {.name = "rollback",
     .arguments = "[ID]",
     .summary = "set the variables back to it, or with --at to a moment",
     .most = 1,
     .needs = "an ID, or --at",
     .changes = true},
    {.name = "fork",
     .arguments = "ID",
     .summary = "make a new tree of it",
     .least = 1,
     .most = 1,
     .needs = "an ID",
     .changes = true},
    {.name = "pin",
     .arguments = "ID",
     .summary = "prune never takes it",
     .least = 1,
     .most = 1,
     .needs = "an ID",
     .changes = true,
     .prints_rows = true},
    {.name = "unpin",
     .arguments = "ID",
     .summary = "prune may take it again",
     .least = 1,
     .most = 1,
     .needs = "an ID",
     .changes = true,
     .prints_rows = true},
    {.name = "prune",
     .arguments = {},
     .summary = "remove all but the last used ones of each tree",
     .changes = true,
     .prints_rows = true},
    {.name = "restore",
     .arguments = "[ID]",
     .summary =
         "go on from it, if it and its artifacts are as they were; with --last or --smart without an ID",
     .most = 1,
     .with = k_of_workflows,
     .changes = true},
    {.name = "create of a workflow",
     .arguments = "[JSON|-]",
     .summary = "keep its whole state; a loop's own document will do; prints the ID",
     .most = 1,
     .with = k_of_workflows,
     .changes = true},
    {.name = "list of workflows",
     .arguments = {},
     .summary = "those there are, whole or invalid",
     .with = k_of_workflows,
     .prints_rows = true},
    {.name = "show of a workflow",
     .arguments = "ID",
     .summary = "what it holds",
     .least = 1,
     .most = 1,
     .needs = "an ID",
     .with = k_of_workflows},
    {.name = "prune of workflows",
     .arguments = {},
     .summary = "pack old ones, remove those past their days",
     .with = k_of_workflows,
     .changes = true,
     .prints_rows = true},
}};
constexpr Verbs k_verbs_of_checkpoint{"checkpoint", k_checkpoint_verbs};

/// Whose variables: nothing of a workflow.
std::vector<std::string_view> verbs_of_variables(std::vector<std::string_view> others) {
  others.insert(others.end(), {"restore", "create of a workflow", "list of workflows", "show of a workflow",
                               "prune of workflows"});
  return k_verbs_of_checkpoint.but(others);
}

void add_owners(Options& options, OwnerOptions& owner) {
  options.section("Options of all verbs but restore", verbs_of_variables({}));
  options.text("--tree", owner.tree, "ID", "of the whole tree; of fork: the id of the new one");
  options.section("Options of all verbs but prune and restore", verbs_of_variables({"prune"}));
  options.text("--task", owner.task, "ID", "of the task");
  add_owner_options(options, owner);
}

}  // namespace

const Verbs& checkpoint_verbs() noexcept {
  return k_verbs_of_checkpoint;
}

CheckpointVerb checkpoint_verb(const CheckpointOptions& checkpoint) {
  return static_cast<CheckpointVerb>(k_verbs_of_checkpoint.find(checkpoint.words));
}

const Verb& verb_of(const CheckpointOptions& checkpoint) {
  const Verb& verb = k_checkpoint_verbs.at(k_verbs_of_checkpoint.find(checkpoint.words));
  if (!is_of_workflows(checkpoint.workflow)) {
    return verb;
  }
  const auto last = std::find_if(k_checkpoint_verbs.rbegin(), k_checkpoint_verbs.rend(),
                                 [&](const Verb& other) { return other.word() == verb.word(); });
  return *last;
}

void add_checkpoint_options(Options& options, CheckpointOptions& checkpoint) {
  options.words(
      "VERB", checkpoint.words, 1, Options::k_most_words,
      "create, list, show, diff, rollback, fork, pin, unpin, prune or restore, then a NAME, IDs or JSON");
  add_owners(options, checkpoint.owner);
  options.of({"create of variables"});
  options.text("--description", checkpoint.description, "TEXT", "what it is for");
  options.toggle("--pin", checkpoint.is_pinned, "prune never takes it");
  options.of({"rollback"});
  options.text("--at", checkpoint.at, "SEQ|TIME", "instead of an ID: as it was after an event, or at a time");
  add_conditions(options, checkpoint.change, "past --read-only and the prompt's lock");
  options.section("Options of prune", {"prune", "prune of workflows"});
  options
      .number("--keep", {}, checkpoint.keep,
              fmt::format("the last used so many; default {{}}, of workflows the newest {}",
                          WorkflowPruneOptions().keep))
      .initially(std::to_string(PruneOptions().keep));
  options.section("Options of restore and prune", {"restore", "prune", "prune of workflows"});
  options.toggle("--dry-run", checkpoint.is_dry_run, "only say what would be done");
  add_workflow_options(options, checkpoint.workflow);
}

void require_one_kind_of_owner(const CheckpointOptions& checkpoint) {
  if (is_of_workflows(checkpoint.workflow) && checkpoint_owner(checkpoint.owner).has_value()) {
    throw Error(ErrorCode::usage, "a workflow or loop, or an owner of variables, not both", {},
                "leave --workflow and --loop out, or the others");
  }
}

std::vector<std::string> words_of(const CheckpointOptions& checkpoint) {
  return k_verbs_of_checkpoint.arguments(verb_of(checkpoint), checkpoint.words);
}

std::optional<CheckpointOwner> checkpoint_owner(const OwnerOptions& options) {
  const auto given = owners_given<CheckpointOwner>(options, TreeId{options.tree.value_or("")});
  if (given.size() > 1) {
    throw Error(ErrorCode::usage, "only one of --task, --tree, --global, --session, --temp and --state", {},
                "leave the others out");
  }
  return given.empty() ? std::nullopt : std::optional(given.front());
}

std::string option_of(const CheckpointOwner& owner) {
  if (const auto* tree = std::get_if<TreeId>(&owner)) {
    return "--tree " + tree->text;
  }
  if (const auto* task = std::get_if<TaskId>(&owner)) {
    return option_of(VariableOwner(*task));
  }
  return option_of(VariableOwner(std::get<StateName>(owner)));
}

}  // namespace rlmdb::cli
