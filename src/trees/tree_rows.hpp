// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "trees/dependency_faults.hpp"
#include "trees/tree_build.hpp"

namespace rlmdb::trees {

/// `progress`: counts, times of completed nodes, cost, what may be stuck. `recovery`: shape, states, owners; no times of
/// finished nodes. Prompts and agents in neither.
enum class TreePurpose { progress, recovery };

/// For unfinished_tree_ids.
constexpr std::int64_t k_all_trees = -1;

struct TreeMode {
  std::optional<std::string> execution_mode;
  std::optional<std::string> session_id;
};

/// Sums of a tree that has ended.
struct FinishedTree {
  std::string tree_id;
  std::int64_t nodes = 0;
  std::int64_t completed = 0;
  std::int64_t without_cost = 0;   ///< they have run, and nobody said what they cost
  std::optional<double> cost_usd;  ///< summed in list order, as total_cost_usd() does
};

/// The nodes of trees, from `tasks` and `tree_nodes` together. Whether an owner lives is not filled in.
class TreeRows {
 public:
  explicit TreeRows(db::Connection& connection) : m_connection(connection), m_faults(connection) {}

  /// The nodes of one tree in store order; empty for an unknown one.
  [[nodiscard]] std::vector<NodeRow> load(std::string_view tree_id);
  /// The same, only with what the purpose needs.
  [[nodiscard]] std::vector<NodeRow> load_for(TreePurpose purpose, std::string_view tree_id);
  /// Every tree one after the other by its id, in one pass, as `progress` wants it. `rows` may be moved from.
  void for_each_tree(const std::function<void(const std::string& tree_id, std::vector<NodeRow>& rows)>& use);
  /// Those without work left in the same order, for much less. Other statements may run meanwhile.
  void for_each_finished(const std::function<void(const FinishedTree& tree)>& use);
  /// Fills in the checkpoint that a node starts from: one that can be gone back to, where it has any.
  void find_checkpoint(NodeRow& row);
  /// The id of that checkpoint; nullopt: none, or one without an id.
  [[nodiscard]] std::optional<std::string> resume_checkpoint(std::int64_t task_id);
  /// Fills in the unfinished tasks that a node depends on, in the order of metadata.depends_on, and the
  /// circle that they make with it. The first node that has some makes it read the dependencies of all tasks.
  void find_dependencies(NodeRow& row);
  /// Fills in how many attempts a node has lost and may lose.
  void find_attempts(NodeRow& row);
  /// Fills in whether another holds a queued node, and until when.
  void find_hold(NodeRow& row);
  /// The same of all; where nobody holds anything the first call alone looks.
  void find_holds(std::vector<NodeRow>& rows);
  /// Whether an event up to that one says that a task has run.
  [[nodiscard]] bool has_run_by(std::int64_t task_id, std::int64_t seq);
  /// The running tasks that are in no tree, in store order, as `recovery` wants them.
  [[nodiscard]] std::vector<NodeRow> load_running_outside();
  /// All tasks that are in no tree, if there are any, as `progress` wants them but without times, some at a time, in no order.
  void for_each_outside(const std::function<void(std::vector<NodeRow>& rows)>& use);
  /// Fills in whether a parent that this tree lacks is in another.
  void find_foreign_parents(std::vector<NodeRow>& rows);
  /// The text of the earliest creation, or the latest end, of its nodes; "" where no node has one.
  [[nodiscard]] std::string first_created_at(std::string_view tree_id);
  [[nodiscard]] std::string last_completed_at(std::string_view tree_id);
  /// How the tree is executed, and to which session it belongs.
  [[nodiscard]] TreeMode mode(std::string_view tree_id);
  /// The prompt of a task; "" when there is none.
  [[nodiscard]] std::string prompt(std::int64_t task_id);
  /// The JSON text of a task's pid; nullopt when it is null or absent.
  [[nodiscard]] std::optional<std::string> pid_json(std::int64_t task_id);
  /// The JSON text of when a task ended; nullopt when that is null or absent.
  [[nodiscard]] std::optional<std::string> completed_at_json(std::int64_t task_id);
  /// Why a task failed; the JSON text of an error that is no string; "" without one.
  [[nodiscard]] std::string error_text(std::int64_t task_id);
  /// The node's depth as given; of one that gives none, one more than that of its parent. Error internal when
  /// the task is no node.
  [[nodiscard]] std::int64_t depth(std::int64_t task_id);
  [[nodiscard]] bool exists(std::string_view tree_id);
  /// tasks.id of the task that the node names as its parent; nullopt where it names none, or one there is
  /// not.
  [[nodiscard]] std::optional<std::int64_t> parent(std::int64_t task_id);
  /// Trees that still have work, in the order of their ids. Reads index entries of what is not completed, and no others.
  [[nodiscard]] std::vector<std::string> unfinished_tree_ids(std::int64_t most);

 private:
  [[nodiscard]] std::string text_of_tree(std::string_view sql, std::string_view tree_id);

  db::Connection& m_connection;
  DependencyFaults m_faults;
  std::optional<bool> m_are_any_held;
};

}  // namespace rlmdb::trees
