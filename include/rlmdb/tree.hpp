// SPDX-License-Identifier: MIT
/// The vocabulary of task trees.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rlmdb/stuck.hpp"
#include "rlmdb/task.hpp"

namespace rlmdb {

/// How the children of a node run. Any other text counts as parallel: it holds nothing up.
enum class Strategy { parallel, sequential, conditional, map_reduce };

/// One node as a tree is drawn: in the order of a walk from the roots, parents before children, siblings in
/// store order. Nodes that no root reaches (a cycle) follow, each as the root of what is left below it.
struct TreeNode {
  std::optional<TaskId> task_id;  ///< nullopt for a node known only from a tree document
  std::string node_id;
  std::optional<TaskId> parent_id;  ///< of the parent in this tree; nullopt for a root
  std::int64_t depth = 0;           ///< as drawn: 0 for a root
  std::optional<std::int64_t> stored_depth;
  std::optional<TaskState> state;
  std::string state_text;
  std::string prompt;
  std::string agent;
  std::optional<double> cost_usd;               ///< of the node alone
  std::optional<double> subtree_cost_usd;       ///< with all nodes below it; nullopt: of none of them known
  std::int64_t subtree_nodes_without_cost = 0;  ///< of the same, they have run and nobody said what they cost
  std::optional<std::int64_t> duration_ms;      ///< of a node with both times; never negative
  std::uint64_t children = 0;
  bool is_process_gone = false;    ///< it is running and its process is gone: nobody works on it any more
  std::optional<TaskClaim> claim;  ///< that it is under
  bool is_stuck = false;  ///< queued, and cannot go on before somebody does something (rlmdb/stuck.hpp)
};

/// What is wrong with a tree's shape. `code`: cycle, orphan, several_roots, no_root, wrong_depth,
/// parent_in_other_tree, duplicate_node_id. In the plan of a recovery also what is wrong with the
/// dependencies of unfinished nodes: dependency_cycle, a circle once, and dependency_unknown.
struct TreeFinding {
  std::optional<TaskId> task_id;  ///< its node id where a plan names a node that has no store id
  std::string code;
  std::string message;
};

struct Tree {
  TreeId id;
  std::vector<TreeNode> nodes;
  std::vector<TreeFinding> findings;
  Stuck stuck{};  ///< why nodes of it cannot go on; empty of a tree as it was
};

}  // namespace rlmdb
