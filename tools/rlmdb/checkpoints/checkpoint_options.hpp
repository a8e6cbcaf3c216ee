// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "checkpoints/workflow_options.hpp"
#include "frame/change_options.hpp"
#include "frame/owner_options.hpp"
#include "rlmdb/checkpoint.hpp"

namespace CLI {
class App;
}

namespace rlmdb::cli {

/// What `rlmdb checkpoint` can do.
enum class CheckpointVerb { create, list, show, diff, rollback, fork, pin, unpin, prune, restore };

[[nodiscard]] std::string_view to_text(CheckpointVerb verb) noexcept;
/// Error usage, with the verb that was probably meant, for any other word.
[[nodiscard]] CheckpointVerb checkpoint_verb(const std::string& word);

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

/// Whether that call prints rows: what `show` has of a workflow is a document.
[[nodiscard]] bool prints_rows(CheckpointVerb verb, const CheckpointOptions& options) noexcept;

void add_checkpoint_options(CLI::App& app, CheckpointOptions& options);

/// Error usage for an option given that `verb` does not take, and where owners of both kinds are given.
void require_options_of(CheckpointVerb verb, const CLI::App& app, const CheckpointOptions& options);

/// The words behind the verb, from `least` to `most`; Error usage for too few or too many.
[[nodiscard]] std::vector<std::string> words_of(CheckpointVerb verb, const CheckpointOptions& options,
                                                std::size_t least, std::size_t most);

/// Error usage where more than one is given.
[[nodiscard]] std::optional<CheckpointOwner> checkpoint_owner(const OwnerOptions& options);

/// The option that says it: "--task task-0001", "--tree tree-1".
[[nodiscard]] std::string option_of(const CheckpointOwner& owner);

}  // namespace rlmdb::cli
