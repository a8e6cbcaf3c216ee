// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frame/options.hpp"
#include "frame/verbs.hpp"
#include "rlmdb/grid.hpp"

namespace rlmdb::cli {

/// What `rlmdb grid` can do, in the order of grid_verbs().
enum class GridVerb {
  list,
  show,
  status,
  resume,
  validate,
  history,
  diff,
  search,
  warmth,
  init,
  start,
  pause,
  complete,
  fail,
  position,
  wave,
  block,
  thread,
  checkpoint,
  answer,
  decide,
  blocker,
  unblock,
  warmth_add,
  scratch,
  write,
  restore,
  write_through
};

[[nodiscard]] const Verbs& grid_verbs() noexcept;
[[nodiscard]] inline const Verb& verb_of(GridVerb verb) noexcept {
  return grid_verbs().all[static_cast<std::size_t>(verb)];
}

/// Arguments of `rlmdb grid`, as typed.
struct GridOptions {
  std::vector<std::string> words;  ///< the verb and what follows it
  std::optional<std::string> grid;
  std::optional<std::string> at;
  std::optional<std::string> apply;
  std::optional<std::string> option;
  std::optional<std::string> plan;
  std::optional<std::string> root;
  std::optional<std::string> text;  ///< of write
  std::optional<std::string> feedback;
  std::optional<std::string> most;
  std::optional<std::string> cluster;
  std::optional<std::string> session;
  std::optional<std::string> mode;
  std::optional<std::string> status;
  std::optional<std::string> error;
  std::optional<std::int64_t> phase;
  std::optional<std::int64_t> phases;
  std::optional<std::string> phase_name;
  std::optional<std::string> block;
  std::optional<std::int64_t> blocks;
  std::optional<std::int64_t> wave;
  std::optional<std::int64_t> waves;
  std::optional<std::string> thread;
  std::optional<std::int64_t> threads;
  std::optional<std::string> thread_name;
  std::optional<std::int64_t> progress;
  std::optional<std::int64_t> energy;
  bool is_written_through = false;
  bool is_partial = false;
  std::optional<std::string> directory_name;
  std::optional<std::string> from;
  std::optional<std::string> commit;
  std::vector<std::string> files;
  std::optional<std::string> partial_work;
  std::optional<std::string> awaiting;
  std::optional<std::string> expires;
  std::optional<std::string> details;
  std::optional<std::string> completed;
  std::optional<std::string> current;
  std::optional<std::string> pending;
  std::optional<std::string> warmth;
  bool replaces_waiting = false;
  std::vector<std::string> options;
  std::optional<std::string> choice;
  std::optional<std::string> rationale;
  std::optional<std::string> affects;
  std::optional<std::string> type;
  std::optional<std::string> waiting_for;
  std::optional<std::string> summary;
  std::optional<std::string> program;
  bool is_archived = false;
  bool is_dry_run = false;
  std::optional<std::int64_t> if_version;
  std::optional<std::string> timestamp;
};

void add_grid_options(Options& options, GridOptions& grid);

/// Which verb the words say. Error usage for a word that is none.
[[nodiscard]] GridVerb grid_verb(const GridOptions& options);
/// The words behind the verb. Error usage for too few or too many.
[[nodiscard]] std::vector<std::string> words_of(GridVerb verb, const GridOptions& options);

/// How long a prompt may be. Error usage.
[[nodiscard]] std::size_t most_bytes_of(const GridOptions& options);
[[nodiscard]] GridCondition condition_of(const GridOptions& options);
/// What `init` is asked to make.
[[nodiscard]] NewGrid new_grid(const GridOptions& options);
/// What any other verb that changes is asked to do. Reads standard input where
/// JSON is to come from there. Error usage, invalid_input.
[[nodiscard]] GridStep step_of(GridVerb verb, const GridOptions& options);

}  // namespace rlmdb::cli
