// SPDX-License-Identifier: MIT
/// What an agent needs to know before it begins to work here.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/grid.hpp"
#include "rlmdb/progress.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/totals.hpp"

namespace rlmdb::cli {

/// How things stand.
struct PrimeState {
  std::filesystem::path database;
  bool exists = false;       ///< without it the rest says nothing
  bool has_project = false;  ///< where there is no database: whether there are files that `adopt` brings over
  TaskStats stats{};
  std::int64_t ready = 0;                    ///< tasks that could be claimed now
  std::vector<TreeProgress> unfinished{};    ///< trees, newest first
  std::vector<TaskSummary> failed{};         ///< the newest three
  std::int64_t process_gone = 0;             ///< running tasks that nobody works on any more
  Stuck stuck{};                             ///< interrupted ones as recovered
  std::vector<GridMission> open_missions{};  ///< those that are not completed, as far as STATE.md says
  std::int64_t active_loops = 0;
  /// Tasks in no state that rlmdb knows.
  [[nodiscard]] std::int64_t other() const noexcept {
    return stats.total - stats.queued - stats.running - stats.completed - stats.failed - stats.cancelled;
  }
};

/// What an agent should do next.
struct NextStep {
  std::string what;  ///< a word of what is left: "ready", "stuck", "done"…
  std::string command;
  std::string why;
};
[[nodiscard]] NextStep next_step(const PrimeState& state);

[[nodiscard]] PrimeState prime_state_of(const Store& store);

/// The loop and the rules, which are the same everywhere; docs/agents.md has them too.
[[nodiscard]] std::string_view agent_rules() noexcept;

/// At most forty lines, of at most 80 columns but where an id or a path is longer.
[[nodiscard]] std::string prime_text(const PrimeState& state);
/// `data` of --json.
[[nodiscard]] std::string json_prime(const PrimeState& state);

}  // namespace rlmdb::cli
