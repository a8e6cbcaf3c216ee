// SPDX-License-Identifier: MIT
#include "checkpoints/checkpoint_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <limits>

#include "frame/options_store.hpp"
#include "frame/verbs.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::cli {
namespace {

/// In the order of CheckpointVerb.
constexpr std::array<std::string_view, 10> k_checkpoint_words{"create", "list", "show",  "diff",  "rollback",
                                                              "fork",   "pin",  "unpin", "prune", "restore"};

constexpr const char* k_owner_group = "Options of all verbs but prune and restore";
constexpr const char* k_tree_group = "Options of all verbs but restore";
constexpr const char* k_create_group = "Options of create of variables";
constexpr const char* k_rollback_group = "Options of rollback";
constexpr const char* k_prune_group = "Options of prune";
constexpr const char* k_dry_run_group = "Options of restore and prune";

void add_owners(CLI::App& app, OwnerOptions& options) {
  add_text(app, "--tree", options.tree, "ID", "of the whole tree; of fork: the id of the new one")
      ->group(k_tree_group);
  add_text(app, "--task", options.task, "ID", "of the task")->group(k_owner_group);
  add_switch(
      app, "--global", [&options] { options.is_global = true; }, "of the project's state document")
      ->group(k_owner_group);
  add_text(app, "--session", options.session, "ID", "of the session's")->group(k_owner_group);
  add_text(app, "--temp", options.temporary, "ID", "of a temporary one")->group(k_owner_group);
  add_text(app, "--state", options.state, "ID", "of the one of that id")->group(k_owner_group);
}

std::vector<std::string> state_groups(CheckpointVerb verb) {
  switch (verb) {
    case CheckpointVerb::create:
      return {k_tree_group, k_owner_group, k_create_group};
    case CheckpointVerb::rollback:
      return {k_tree_group, k_owner_group, k_rollback_group};
    case CheckpointVerb::prune:
      return {k_tree_group, k_prune_group, k_dry_run_group};
    case CheckpointVerb::restore:
      return {k_restore_group, k_workflow_root_group, k_dry_run_group};
    default:
      return {k_tree_group, k_owner_group};
  }
}

std::vector<std::string> workflow_groups(CheckpointVerb verb) {
  switch (verb) {
    case CheckpointVerb::create:
      return {k_workflow_group, k_workflow_create_group, k_workflow_root_group};
    case CheckpointVerb::list:
      return {k_workflow_group, k_workflows_group};
    case CheckpointVerb::show:
      return {k_workflow_group};
    case CheckpointVerb::restore:
      return {k_workflow_group, k_workflow_root_group, k_restore_group, k_dry_run_group};
    case CheckpointVerb::prune:
      return {k_workflow_group, k_workflows_group, k_prune_group, k_workflow_prune_group, k_dry_run_group};
    default:
      return {};
  }
}

std::string_view needed(CheckpointVerb verb) {
  switch (verb) {
    case CheckpointVerb::create:
      return "a NAME";
    case CheckpointVerb::rollback:
      return "an ID, or --at";
    default:
      return "an ID";
  }
}

}  // namespace

std::string_view to_text(CheckpointVerb verb) noexcept {
  return k_checkpoint_words[static_cast<std::size_t>(verb)];
}

CheckpointVerb checkpoint_verb(const std::string& word) {
  return static_cast<CheckpointVerb>(find_verb("checkpoint", word, k_checkpoint_words));
}

bool prints_rows(CheckpointVerb verb, const CheckpointOptions& options) noexcept {
  switch (verb) {
    case CheckpointVerb::list:
    case CheckpointVerb::prune:
    case CheckpointVerb::diff:
    case CheckpointVerb::pin:
    case CheckpointVerb::unpin:
      return true;
    case CheckpointVerb::show:
      return !is_of_workflows(options.workflow);
    default:
      return false;
  }
}

void add_checkpoint_options(CLI::App& app, CheckpointOptions& options) {
  constexpr int k_most_words = 1 << 20;
  add_words(
      app, "VERB", options.words, 1, k_most_words,
      "create, list, show, diff, rollback, fork, pin, unpin, prune or restore, then a NAME, IDs or JSON");
  add_owners(app, options.owner);
  add_text(app, "--description", options.description, "TEXT", "what it is for")->group(k_create_group);
  add_switch(
      app, "--pin", [&options] { options.is_pinned = true; }, "prune never takes it")
      ->group(k_create_group);
  add_text(app, "--at", options.at, "SEQ|TIME", "instead of an ID: as it was after an event, or at a time")
      ->group(k_rollback_group);
  add_conditions(app, options.change, "past --read-only and the prompt's lock", k_rollback_group);
  add_number(
      app, "--keep", 0, std::numeric_limits<std::int64_t>::max(),
      [&options](std::int64_t number) { options.keep = number; },
      "the last used so many; default 10, of workflows the newest 5")
      ->group(k_prune_group);
  add_switch(
      app, "--dry-run", [&options] { options.is_dry_run = true; }, "only say what would be done")
      ->group(k_dry_run_group);
  add_workflow_options(app, options.workflow);
}

void require_options_of(CheckpointVerb verb, const CLI::App& app, const CheckpointOptions& options) {
  const bool is_workflow = is_of_workflows(options.workflow);
  if (is_workflow && checkpoint_owner(options.owner).has_value()) {
    throw Error(ErrorCode::usage, "a workflow or loop, or an owner of variables, not both", {},
                "leave --workflow and --loop out, or the others");
  }
  require_groups(app, "checkpoint", to_text(verb), is_workflow ? workflow_groups(verb) : state_groups(verb));
}

std::vector<std::string> words_of(CheckpointVerb verb, const CheckpointOptions& options, std::size_t least,
                                  std::size_t most) {
  return words_behind("checkpoint", options.words, least, most, needed(verb));
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
