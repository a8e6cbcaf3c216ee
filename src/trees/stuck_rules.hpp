// SPDX-License-Identifier: MIT
/// Which tasks cannot go on before somebody does something, and what they wait for. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "rlmdb/stuck.hpp"
#include "trees/tree_build.hpp"

namespace rlmdb::trees {

/// The nodes of one tree, or tasks that are in none. Owners are found, dependencies of unfinished ones too;
/// the latter lead to tasks of the groups.
struct WaitingGroup {
  std::string tree_id;  ///< "" of tasks in no tree
  std::vector<NodeRow> rows;
  bool has_spent_budget = false;
};

/// Why nothing goes on of itself.
enum class StuckBy { failed, unknown_state, process_gone, unknown_dependency, circle, spent_budget };

struct FoundCause {
  StuckBy what = StuckBy::failed;
  /// The one task, those of a circle in its order, or none of a budget that is spent.
  std::vector<Blocker> tasks{};
  /// The word of an unknown state; the id that no task has; of a circle the task that `tasks.front()` depends
  /// on; the tree whose budget is spent.
  std::string name{};
  bool is_of_dependencies = true;  ///< a circle of nothing else
  std::int64_t waiting = 0;        ///< queued tasks that were asked for and cannot go on for it
  std::vector<Blocker> first{};    ///< the nearest of them, at most k_most_first
};

struct FoundStuck {
  /// Those that hold up a task that was asked for, in the order of their first task; only the first ones.
  std::vector<FoundCause> causes;
  std::int64_t more_causes = 0;
  std::optional<std::int64_t> first_position;   ///< of the first task of the first cause, in store order
  std::unordered_set<std::int64_t> tasks;       ///< tasks.id of the queued ones that were asked for
  std::map<std::string, std::int64_t> by_tree;  ///< how many of these a tree has; "": those in none
};

/// How many causes are told, and of each how many that wait for it.
inline constexpr std::size_t k_most_causes = 10;
inline constexpr std::size_t k_most_first = 3;

/// A queued task is stuck where it would stay queued though everything that may run were run and completed,
/// and every time, hold, backoff and lease had ended. What it waits for is what find_waiting() says, and all of
/// that counts, not only what it says first. Linear in the nodes for each cause that is kept; no recursion.
[[nodiscard]] FoundStuck find_stuck(std::span<const WaitingGroup> groups, Interrupted interrupted,
                                    const std::function<bool(const NodeRow&)>& is_asked_for,
                                    std::size_t most_causes = k_most_causes);

}  // namespace rlmdb::trees
