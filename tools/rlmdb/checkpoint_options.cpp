// SPDX-License-Identifier: MIT
#include "checkpoint_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <limits>

#include "options_store.hpp"
#include "rlmdb/error.hpp"
#include "verbs.hpp"

namespace rlmdb::cli {
namespace {

/// In the order of CheckpointVerb.
constexpr std::array<std::string_view, 9> k_words{"create", "list", "show",  "diff", "rollback",
                                                  "fork",   "pin",  "unpin", "prune"};

constexpr const char* k_owner_group = "Options of all verbs but prune";
constexpr const char* k_tree_group = "Options of all verbs";
constexpr const char* k_create_group = "Options of create";
constexpr const char* k_rollback_group = "Options of rollback";
constexpr const char* k_prune_group = "Options of prune";

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
  return k_words[static_cast<std::size_t>(verb)];
}

CheckpointVerb checkpoint_verb(const std::string& word) {
  return static_cast<CheckpointVerb>(find_verb("checkpoint", word, k_words));
}

void add_checkpoint_options(CLI::App& app, CheckpointOptions& options) {
  constexpr int k_most_words = 1 << 20;
  add_words(app, "VERB", options.words, 1, k_most_words,
            "create, list, show, diff, rollback, fork, pin, unpin or prune, then a NAME or IDs");
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
      [&options](std::int64_t number) { options.keep = number; }, "the last used so many; default 10")
      ->group(k_prune_group);
  add_switch(
      app, "--dry-run", [&options] { options.is_dry_run = true; }, "only say what would go")
      ->group(k_prune_group);
}

void require_options_of(CheckpointVerb verb, const CLI::App& app) {
  std::vector<std::string> taken{k_tree_group};
  if (verb != CheckpointVerb::prune) {
    taken.emplace_back(k_owner_group);
  }
  if (verb == CheckpointVerb::create) {
    taken.emplace_back(k_create_group);
  }
  if (verb == CheckpointVerb::rollback) {
    taken.emplace_back(k_rollback_group);
  }
  if (verb == CheckpointVerb::prune) {
    taken.emplace_back(k_prune_group);
  }
  require_groups(app, "checkpoint", to_text(verb), taken);
}

std::vector<std::string> words_of(CheckpointVerb verb, const CheckpointOptions& options, std::size_t least,
                                  std::size_t most) {
  const std::size_t given = options.words.size() - 1;
  if (given < least) {
    throw Error(ErrorCode::usage, fmt::format("checkpoint {} needs {}", to_text(verb), needed(verb)), {},
                "`rlmdb checkpoint -h` shows how it is used");
  }
  if (given > most) {
    throw Error(ErrorCode::usage, fmt::format("'{}' is one argument too many", options.words[most + 1]), {},
                "`rlmdb checkpoint -h` shows how it is used");
  }
  return {options.words.begin() + 1, options.words.end()};
}

std::optional<CheckpointOwner> checkpoint_owner(const OwnerOptions& options) {
  std::vector<CheckpointOwner> given;
  const auto add = [&given](const std::optional<std::string>& id, StateScope scope) {
    if (id.has_value()) {
      given.emplace_back(StateName{scope, *id});
    }
  };
  if (options.task.has_value()) {
    given.emplace_back(TaskId{*options.task});
  }
  if (options.tree.has_value()) {
    given.emplace_back(TreeId{*options.tree});
  }
  if (options.is_global) {
    given.emplace_back(StateName{});
  }
  add(options.session, StateScope::session);
  add(options.temporary, StateScope::temporary);
  add(options.state, StateScope::state);
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
