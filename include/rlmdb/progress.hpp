// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/stuck.hpp"
#include "rlmdb/tree.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb {

class Store;

/// A tree's counts and the simple estimate: average duration of completed nodes times what is
/// queued or running. Unknown is a value: nullopt where there is nothing to average.
struct TreeProgress {
  TreeId tree_id;
  std::int64_t total = 0;
  std::int64_t completed = 0;
  std::int64_t failed = 0;
  std::int64_t running = 0;
  std::int64_t queued = 0;
  std::int64_t cancelled = 0;
  std::optional<double> percentage;       ///< completed / total × 100, unrounded
  std::optional<double> avg_duration_ms;  ///< over completed nodes with both times, clamped at 0 each
  std::int64_t remaining_tasks = 0;       ///< queued + running
  /// remaining_tasks × avg_duration_ms, and no earlier than waits_ms and one of them; nullopt also where one is stuck, or none
  /// is left and not all are completed.
  std::optional<double> eta_ms;
  std::string eta_human;  ///< "3m 45s"; "unknown"
  /// Of `running`, those whose process is gone, as recover() judges: their work is to be done again.
  std::int64_t process_gone = 0;
  /// Of `queued`, those that cannot go on before somebody does something (rlmdb/stuck.hpp, interrupted ones as
  /// recovered). With them there is no estimate.
  std::int64_t stuck = 0;
  double waits_ms =
      0;  ///< until the last of `queued` may begin that is scheduled, or held by another; 0: none is
};

/// A task that is running now.
struct ActiveTask {
  std::optional<TaskId> task_id;  ///< nullopt for a node known only from a tree document
  std::string prompt;
  std::string agent;
  std::optional<std::string> started_at;
  std::optional<std::int64_t> started_at_ms;  ///< since 1970 UTC; nullopt where started_at is no strict time
  bool is_process_gone = false;               ///< nobody works on it any more
  std::optional<TaskClaim> claim;             ///< that it is under
};

struct TreeStatus {
  TreeProgress progress;
  /// Summed in list order, newest first; nullopt: no node's cost is known.
  std::optional<double> total_cost_usd;
  std::int64_t nodes_without_cost =
      0;  ///< they have run, and nobody said what they cost; the sum is without them
  std::vector<ActiveTask> active;
  Stuck stuck;  ///< why nodes of it cannot go on
};

/// One row of `trees`.
struct TreeSummary {
  TreeProgress progress;
  std::string root_prompt;
  std::optional<double> total_cost_usd;  ///< as in TreeStatus
  std::int64_t nodes_without_cost = 0;
  std::optional<std::string> execution_mode;  ///< given here, else what its newest tree.json says
  std::optional<std::string> session_id;      ///< the same
};

/// What a node and all below it cost; computed when it is asked for, never stored (decision 013). Sums are of
/// what is known; nullopt: of none of these nodes it is.
struct SubtreeSum {
  std::int64_t nodes = 0;  ///< 1 for a leaf
  std::optional<std::int64_t> input_tokens{};
  std::optional<std::int64_t> output_tokens{};
  std::optional<double> cost_usd{};
  std::int64_t nodes_without_cost =
      0;  ///< they have run, and nobody said what they cost: it is at least so much
  friend bool operator==(const SubtreeSum&, const SubtreeSum&) = default;
};

struct CostLine {
  std::string key;  ///< store id of a node, depth, agent or model; "" where agent or model is unknown
  std::string prompt;
  std::int64_t nodes = 0;
  std::optional<std::int64_t> input_tokens;  ///< this and the next two: nullopt, of none of the nodes known
  std::optional<std::int64_t> output_tokens;
  std::optional<double> cost_usd;
  std::int64_t nodes_without_cost = 0;  ///< they have run, and nobody said what they cost
  std::optional<SubtreeSum> subtree;    ///< of a line for a node: with all nodes below it
};

struct TreeCost {
  TreeId tree_id;
  std::optional<double> total_cost_usd;  ///< as in CostLine, of all nodes
  std::optional<std::int64_t> input_tokens;
  std::optional<std::int64_t> output_tokens;
  std::int64_t nodes_without_cost = 0;
  std::vector<CostLine> lines;  ///< dearest first; by depth: root first
  std::vector<CostLine> top;    ///< the five dearest nodes, dearest first, whatever a line is for
  /// Cost so far and what the nodes that are left will cost, at the average of ended nodes like them; nullopt
  /// where no ended node's cost is known.
  std::optional<double> projected_total_usd;
};

enum class CostBy { node, depth, agent, model };

/// "45s", "3m 45s", "1h 2m 5s", "2d 3h"; rounded to seconds, negative as 0.
[[nodiscard]] std::string human_duration(double duration_ms);

/// Every unfinished tree, or with AllTrees every tree; newest first. One pass over the trees' nodes.
enum class WhichTrees { unfinished, all };
[[nodiscard]] std::vector<TreeProgress> progress_of_trees(const Store& store,
                                                          WhichTrees which = WhichTrees::unfinished);
/// Each reads only that tree's nodes. Error not_found for an unknown tree, naming unfinished ones.
[[nodiscard]] TreeProgress progress_of_tree(const Store& store, const TreeId& tree);
[[nodiscard]] TreeStatus status_of_tree(const Store& store, const TreeId& tree);
[[nodiscard]] Tree load_tree(const Store& store, const TreeId& tree);
[[nodiscard]] TreeCost cost_of_tree(const Store& store, const TreeId& tree, CostBy by);
/// Every tree, or those of a session (Error not_found where none is); newest first. One pass over all trees'
/// nodes.
[[nodiscard]] std::vector<TreeSummary> list_trees(const Store& store,
                                                  const std::optional<std::string>& session_id = {});

}  // namespace rlmdb
