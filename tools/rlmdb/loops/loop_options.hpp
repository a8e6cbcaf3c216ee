// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frame/options.hpp"
#include "frame/verbs.hpp"
#include "rlmdb/loop.hpp"

namespace rlmdb::cli {

/// What `rlmdb loop` can do, in the order of loop_verbs().
enum class LoopVerb {
  list,
  show,
  iterations,
  best,
  regressions,
  recoveries,
  levels,
  patterns,
  compare,
  report,
  export_state,
  start,
  record,
  regression,
  reinforce,
  recover,
  pattern,
  metrics,
  baseline,
  phase,
  automatic,
  pause,
  resume,
  crash,
  abort,
  finish
};

[[nodiscard]] const Verbs& loop_verbs() noexcept;
[[nodiscard]] inline const Verb& verb_of(LoopVerb verb) noexcept {
  return loop_verbs().all[static_cast<std::size_t>(verb)];
}

/// Arguments of `rlmdb loop`, as typed.
struct LoopOptions {
  std::vector<std::string> words;  ///< the verb and what follows it
  bool shows_all = false;
  std::int64_t limit = 50;  ///< 0: none
  bool only_open = false;
  std::optional<std::string> output;
  bool is_html = false;
  std::optional<std::string> id;
  std::optional<std::string> completion;
  std::optional<std::int64_t> max_iterations;
  std::optional<std::string> baseline;
  bool is_forced = false;
  std::vector<std::string> auto_checkpoints;
  std::optional<std::string> event;
  std::optional<std::string> pattern;
  BaselineChange baseline_change = BaselineChange::only_first;
  std::optional<std::string> reason;
  std::optional<std::int64_t> iteration;
  std::string status = "completed";
  std::optional<std::string> timestamp;
  std::optional<std::int64_t> if_version;
};

void add_loop_options(Options& options, LoopOptions& loop);

/// The words behind the verb. Error usage for too few or too many.
[[nodiscard]] std::vector<std::string> words_of(LoopVerb verb, const LoopOptions& options);

/// What `start` is asked to make. Reads standard input where the baseline is to come from there.
[[nodiscard]] NewLoop new_loop(const LoopOptions& options);
/// Calls the library for another verb that changes a loop.
[[nodiscard]] LoopChanged change_loop(Store& store, LoopVerb verb, const LoopOptions& options);

}  // namespace rlmdb::cli
