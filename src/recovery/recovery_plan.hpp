// SPDX-License-Identifier: MIT
/// Planning and applying the recovery of trees inside one transaction of the caller.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/recover.hpp"
#include "trees/tree_build.hpp"

namespace rlmdb::recovery {

/// The row that a node was planned from, so that a later look can tell whether it is still the same.
struct RowStamp {
  std::int64_t version = 0;
  std::string owner;   ///< who runs it: pid, and of a claim token and lease; "" for nobody
  std::string digest;  ///< of everything that the plan reads of the row, hex
};

/// What else counts for the variables that a node starts again with.
struct NodeStart {
  bool is_held = false;              ///< its checkpoint can be gone back to
  std::int64_t newest_child_ms = 0;  ///< 0: none; the largest number where a child does not say it
};

/// A planned tree and what it takes to apply and to sort it.
struct PlannedTree {
  TreePlan plan;
  bool is_outside = false;        ///< no tree: the running tasks that are in none
  std::vector<std::int64_t> ids;  ///< tasks.id of plan.nodes
  std::vector<RowStamp> stamps;   ///< of plan.nodes; empty unless they were asked for
  std::vector<NodeStart> starts;  ///< of plan.nodes
  std::int64_t crashed = 0;
  std::int64_t failed = 0;
  double priority = std::numeric_limits<double>::lowest();  ///< highest of what is left to do
  std::int64_t oldest_ms = std::numeric_limits<std::int64_t>::max();
};

enum class Stamps { left_out, taken };

/// How a plan is made.
struct PlanOptions {
  Stamps stamps = Stamps::left_out;
  Attempts attempts = Attempts::limited;
  Force force = Force::no;
};

/// The plan of one tree (Error not_found for an unknown one), or of every tree that has work left, the most
/// urgent first, and last of the running tasks outside trees where there are any. REQUIRES: a transaction.
[[nodiscard]] std::vector<PlannedTree> plan_trees(db::Connection& connection,
                                                  const std::optional<TreeId>& only, PlanOptions options);

/// The plan of one tree as it is now; without nodes for a tree that is gone. REQUIRES: a transaction.
[[nodiscard]] PlannedTree plan_again(db::Connection& connection, const TreeId& tree, PlanOptions options);
/// The same of the tasks outside trees.
[[nodiscard]] PlannedTree plan_outside(db::Connection& connection, PlanOptions options);

/// Queues every `resume` and `retry` node again and fails the `give_up` ones that ran, each with an event,
/// whose reason names `plan` (hex) where that is not empty. Returns how many. REQUIRES: the write transaction
/// that planned.
std::uint64_t apply_plans(db::Connection& connection, const std::vector<PlannedTree>& planned,
                          std::string_view plan = {});

/// The plans alone.
void take_plans(std::vector<PlannedTree> planned, RecoveryReport& report);

}  // namespace rlmdb::recovery
