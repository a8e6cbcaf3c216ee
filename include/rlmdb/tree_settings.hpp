// SPDX-License-Identifier: MIT
/// How far a tree may grow and what it may cost. Settings belong to the database, not to a record: no export
/// has them (settings_not_exported() says which), no event tells of them.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rlmdb/finding.hpp"
#include "rlmdb/tree.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb {

class Store;

/// What becomes of a new node beyond a limit: added with a warning, or refused (Error conflict).
enum class LimitAction { warn, refuse };

/// Limits of a tree, with the defaults of the schema's rlm-task-tree.yaml. All of them are inclusive.
struct TreeLimits {
  std::int64_t max_depth = 5;                 ///< of a new node; the root is 0
  std::int64_t max_children = 10;             ///< of one node
  std::int64_t max_nodes = 100;               ///< of the tree
  std::int64_t max_context_tokens = 100'000;  ///< context_reference.size_tokens of one node
  std::chrono::milliseconds timeout{
      300'000};  ///< running time of a node without one of its own; nothing is ended for it
  LimitAction action = LimitAction::warn;
  friend bool operator==(const TreeLimits&, const TreeLimits&) = default;
};

/// Which limits to set; what is absent stays as it is.
struct LimitChange {
  std::optional<std::int64_t> max_depth{};             ///< from 0
  std::optional<std::int64_t> max_children{};          ///< from 0
  std::optional<std::int64_t> max_nodes{};             ///< from 1
  std::optional<std::int64_t> max_context_tokens{};    ///< from 0
  std::optional<std::chrono::milliseconds> timeout{};  ///< from 1 ms
  std::optional<LimitAction> action{};
};

/// What a project's own rlm-task-tree.yaml says under `limits`: the defaults of all its trees. It is read
/// when it is asked for, and never kept: what changes there counts from then on.
struct ProjectLimits {
  std::string place{};   ///< from the project's root; "": there is no such file, or no project
  LimitChange limits{};  ///< without an action
  std::string fault{};   ///< that nothing of the file counts, and why; "": it was read
};

/// Where a limit comes from: the schema, the project's file, or the tree, for which `rlmdb limits` set it.
enum class LimitSource { schema, project, tree };

/// `at`: one more, and it is over.
enum class Standing { below, at, over };

/// One limit, held against the node (or, for max_nodes, the tree) that comes nearest to it.
struct LimitUse {
  std::string name{};  ///< max_depth, max_children, max_nodes, max_context_tokens, timeout_ms
  std::int64_t limit = 0;
  LimitSource source = LimitSource::schema;
  std::int64_t most = 0;  ///< 0 where the tree has nothing of the kind
  Standing standing = Standing::below;
  std::optional<TaskId>
      task_id{};  ///< the node with the most; nullopt for max_nodes, and where there is none
};

/// A node that has been running longer than its own time-out, or else the tree's.
struct OverTimeNode {
  TaskId id{};
  std::string started_at{};
  std::int64_t running_ms = 0;
  std::string agent{};
  std::string prompt{};
  std::chrono::milliseconds timeout{0};  ///< that it is held against
};

/// A node that runs or is queued, with the timeout_ms of its own execution_config: that counts for it, and
/// not the tree's.
struct OwnTimeout {
  TaskId id{};
  std::chrono::milliseconds timeout{0};
  std::optional<std::int64_t> running_ms{};  ///< absent: it does not run
};

struct LimitReport {
  TreeId tree_id{};
  TreeLimits limits{};
  ProjectLimits project{};
  std::vector<LimitUse> uses{};            ///< one a limit, in the order of TreeLimits
  std::vector<OverTimeNode> over_time{};   ///< the longest running first
  std::vector<OwnTimeout> own_timeouts{};  ///< those that run first
};

/// Reads the tree's nodes. Error not_found for an unknown tree.
[[nodiscard]] LimitReport limits_of_tree(const Store& store, const TreeId& tree);

/// Sets limits in one transaction, durable on return, and reports as limits_of_tree. A limit set to what it
/// would be without a setting, the project's or the default, follows that. Errors: not_found; usage for a
/// value out of range; busy, io.
LimitReport set_tree_limits(Store& store, const TreeId& tree, const LimitChange& change);

/// US dollars. `spent` is the sum that cost_of_tree gives.
struct TreeBudget {
  TreeId tree_id{};
  std::optional<double> budget_usd{};  ///< nullopt: none, it may cost what it will
  /// 0 where no node has run; nullopt: some have, and of none it is known.
  std::optional<double> spent_usd{};
  /// To nine places; below 0 once more was spent. nullopt without a budget, and where it is unknown what was spent.
  std::optional<double> left_usd{};
  bool is_spent = false;  ///< the known spent >= budget: no node of the tree is claimed
  /// They have run, and nobody said what they cost: spent is at least, left at most so much.
  std::int64_t nodes_without_cost = 0;
};

/// Reads the tree's nodes. Error not_found for an unknown tree.
[[nodiscard]] TreeBudget budget_of_tree(const Store& store, const TreeId& tree);

/// Sets a budget, or with nullopt takes it away; durable on return. From then on Store::claim takes nothing
/// of the tree while it is spent; what runs goes on. Errors: not_found; usage for what is no amount from 0;
/// busy, io.
TreeBudget set_tree_budget(Store& store, const TreeId& tree, std::optional<double> budget_usd);

/// One a tree, `settings_left`, that has a budget or limits of its own: the legacy formats have no place for
/// them. The message has the commands that set them again. `tree`: of that one alone.
[[nodiscard]] std::vector<Finding> settings_not_exported(const Store& store,
                                                         const std::optional<TreeId>& tree = {});

}  // namespace rlmdb
