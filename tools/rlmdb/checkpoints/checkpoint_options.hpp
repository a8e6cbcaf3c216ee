// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "checkpoints/workflow_options.hpp"
#include "frame/change_options.hpp"
#include "frame/owner_options.hpp"
#include "frame/verbs.hpp"
#include "rlmdb/checkpoint.hpp"

namespace rlmdb::cli {

/// What `rlmdb checkpoint` can do.
enum class CheckpointVerb { create, list, show, diff, rollback, fork, pin, unpin, prune, restore };

/// Arguments of `rlmdb checkpoint`, as typed.
struct CheckpointOptions {
  std::vector<std::string> words;  ///< the verb and what follows it
  OwnerOptions owner;
  std::optional<std::string> description;
  bool is_pinned = false;
  std::optional<std::string> at;
  ChangeOptions change;
  std::optional<std::int64_t> keep;
  bool is_dry_run = false;
  WorkflowOptions workflow;
};

[[nodiscard]] const Verbs& checkpoint_verbs() noexcept;
/// Error usage, with the verb that was probably meant, for a word that is none.
[[nodiscard]] CheckpointVerb checkpoint_verb(const CheckpointOptions& checkpoint);
/// The same, but of a workflow what the verb is there.
[[nodiscard]] const Verb& verb_of(const CheckpointOptions& checkpoint);

void add_checkpoint_options(Options& options, CheckpointOptions& checkpoint);

/// Error usage where owners of both kinds are given.
void require_one_kind_of_owner(const CheckpointOptions& checkpoint);

/// The words behind the verb. Error usage for too few or too many.
[[nodiscard]] std::vector<std::string> words_of(const CheckpointOptions& checkpoint);

/// Error usage where more than one is given.
[[nodiscard]] std::optional<CheckpointOwner> checkpoint_owner(const OwnerOptions& options);

/// The option that says it: "--task task-0001", "--tree tree-1".
[[nodiscard]] std::string option_of(const CheckpointOwner& owner);

}  // namespace rlmdb::cli
