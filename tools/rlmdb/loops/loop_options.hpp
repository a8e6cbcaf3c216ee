// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rlmdb/loop.hpp"

namespace CLI {
class App;
}

namespace rlmdb::cli {

/// What `rlmdb loop` can do.
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
  pause,
  resume,
  crash,
  abort,
  finish
};

[[nodiscard]] std::string_view to_text(LoopVerb verb) noexcept;
/// Error usage, with the verb that was probably meant, for any other word.
[[nodiscard]] LoopVerb loop_verb(const std::string& word);
[[nodiscard]] bool changes_loop(LoopVerb verb) noexcept;
[[nodiscard]] bool prints_rows(LoopVerb verb) noexcept;

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
  std::optional<std::string> event;
  std::optional<std::string> reason;
  std::optional<std::int64_t> iteration;
  std::string status = "completed";
  std::optional<std::string> timestamp;
  std::optional<std::int64_t> if_version;
};

void add_loop_options(CLI::App& app, LoopOptions& options);

/// Error usage for an option given that `verb` does not take.
void require_options_of(LoopVerb verb, const CLI::App& app);

/// The words behind the verb, from `least` to `most`; Error usage for too few or too many.
[[nodiscard]] std::vector<std::string> words_of(LoopVerb verb, const LoopOptions& options, std::size_t least,
                                                std::size_t most);

/// Calls the library for a verb that changes a loop.
[[nodiscard]] LoopChanged change_loop(Store& store, LoopVerb verb, const LoopOptions& options);

}  // namespace rlmdb::cli
