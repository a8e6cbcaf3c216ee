// SPDX-License-Identifier: MIT
// 1. A finished node is skipped, and holds nothing up.
// 2. What every other node waits for trees/waiting says; a queued one also waits for the end of its backoff,
//    for the time that it is scheduled for, and for another who holds it.
// 3. What was running resumes if its process is gone and is refused if it is not; what failed is tried again;
//    either is given up after the last of its attempts; what is queued waits or is ready by 2.
#include "recovery/recovery_rules.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "records/typed_ids.hpp"
#include "trees/waiting.hpp"

namespace rlmdb {

namespace recovery {

namespace {

/// What all nodes below another wait for.
class PlannedTurns {
 public:
  explicit PlannedTurns(std::size_t nodes) : m_waits(nodes, trees::k_no_node) {}

  /// The nearest one that waits, `node` or above it.
  [[nodiscard]] trees::Waiting of_all_below(std::size_t node) const {
    return m_waits[node] == trees::k_no_node ? trees::Waiting{} : m_turns.at(m_waits[node]);
  }
  /// `parent`: k_no_node for a root. `turn`: its own, or nothing.
  void pass_down(std::size_t parent, std::size_t node, trees::Waiting turn) {
    if (turn.what == trees::WaitsFor::nothing) {
      if (parent != trees::k_no_node) m_waits[node] = m_waits[parent];
      return;
    }
    m_waits[node] = node;
    m_turns.emplace(node, std::move(turn));
  }

 private:
  std::vector<std::size_t> m_waits;  ///< which node waits, above or itself
  std::unordered_map<std::size_t, trees::Waiting> m_turns;
};

/// A tree that is in memory, and what was found out about its nodes.
struct PlannedNodes {
  explicit PlannedNodes(std::span<const trees::NodeRow> nodes)
      : rows(nodes), shape(build_tree(nodes)), earlier(nodes.size(), trees::k_no_node), turns(nodes.size()) {
    for (std::size_t i = 0; i < nodes.size(); ++i) by_id.emplace(nodes[i].id, i);
  }

  std::span<const trees::NodeRow> rows;
  trees::TreeShape shape;
  std::vector<std::size_t> earlier;  ///< for every node its first unfinished earlier sibling
  PlannedTurns turns;
  std::unordered_map<std::int64_t, std::size_t> by_id;  ///< tasks.id
};

/// The relations of one of them.
class PlannedRelations final : public trees::Relations {
 public:
  PlannedRelations(const PlannedNodes& nodes, std::size_t node)
      : m_rows(nodes.rows), m_shape(nodes.shape), m_nodes(nodes), m_node(node) {}

  [[nodiscard]] std::vector<trees::Blocker> unfinished_children() override {
    std::vector<trees::Blocker> children;
    for (const std::size_t child : m_shape.children[m_node])
      if (!is_finished(m_rows[child])) children.push_back(blocker(child));
    return children;
  }
  [[nodiscard]] Strategy strategy_above() override {
    const std::size_t parent = m_shape.parent[m_node];
    return parent == trees::k_no_node ? Strategy::parallel : trees::strategy_named(m_rows[parent].strategy);
  }
  [[nodiscard]] bool is_last_sibling() override {
    const std::size_t parent = m_shape.parent[m_node];
    return parent == trees::k_no_node || m_shape.children[parent].back() == m_node;
  }
  [[nodiscard]] std::optional<trees::Blocker> earlier_sibling() override {
    const std::size_t earlier = m_nodes.earlier[m_node];
    return earlier == trees::k_no_node ? std::nullopt : std::optional(blocker(earlier));
  }
  [[nodiscard]] std::vector<trees::Blocker> unfinished_dependencies() override {
    if (is_finished(m_rows[m_node])) return {};
    return m_rows[m_node].unfinished_dependencies;
  }
  [[nodiscard]] std::string dependency_circle() override { return m_rows[m_node].dependency_circle; }
  [[nodiscard]] std::optional<records::NotBefore> scheduled() override {
    const trees::NodeRow& row = m_rows[m_node];
    const bool is_scheduled =
        row.state == TaskState::queued && row.not_before && row.not_before->is_scheduled;
    return is_scheduled ? row.not_before : std::nullopt;
  }
  [[nodiscard]] bool is_above(const trees::Blocker& task) override {
    const auto found = m_nodes.by_id.find(task.id);
    if (found == m_nodes.by_id.end()) return false;
    std::size_t at = m_shape.parent[found->second];
    while (at != trees::k_no_node && at != m_node) at = m_shape.parent[at];
    return at == m_node;
  }
  [[nodiscard]] trees::Waiting turn_above() override {
    const std::size_t parent = m_shape.parent[m_node];
    return parent == trees::k_no_node ? trees::Waiting{} : m_nodes.turns.of_all_below(parent);
  }

 private:
  [[nodiscard]] trees::Blocker blocker(std::size_t i) const { return {m_rows[i].id, name_of(m_rows[i])}; }

  std::span<const trees::NodeRow> m_rows;
  const trees::TreeShape& m_shape;
  const PlannedNodes& m_nodes;
  std::size_t m_node;
};

class Planner {
 public:
  Planner(const TreeId& tree, std::span<const trees::NodeRow> rows)
      : m_rows(rows), m_nodes(rows), m_shape(m_nodes.shape) {
    m_plan.tree_id = tree;
  }

  RecoveryOrder plan() {
    for (std::size_t i = 0; i < m_rows.size(); ++i) link_siblings(i);
    m_plan.nodes.reserve(m_rows.size());
    for (const std::size_t i : m_shape.order) {
      count(m_rows[i]);
      pass_turn_down(i);
      m_plan.nodes.push_back(plan_node(i));
      find_dependency_faults(m_rows[i]);
      if (!m_plan.root && !m_rows[i].parent_ref) m_plan.root = TaskId{name_of(m_rows[i])};
      if (can_merge(i)) m_plan.merge_ready.push_back(TaskId{name_of(m_rows[i])});
    }
    m_plan.total = static_cast<std::int64_t>(m_rows.size());
    m_plan.findings = std::move(m_shape.findings);
    std::move(m_faults.begin(), m_faults.end(), std::back_inserter(m_plan.findings));
    return {std::move(m_plan), std::move(m_shape.order)};
  }

 private:
  void count(const trees::NodeRow& row) {
    if (row.state == TaskState::completed) ++m_plan.done;
    if (row.state == TaskState::cancelled) ++m_plan.cancelled;
    if (row.state == TaskState::queued || row.state == TaskState::running || row.state == TaskState::failed) {
      ++m_plan.pending;
    }
  }

  /// For every child its first unfinished earlier sibling.
  void link_siblings(std::size_t parent) {
    std::size_t first_unfinished = trees::k_no_node;
    for (const std::size_t child : m_shape.children[parent]) {
      m_nodes.earlier[child] = first_unfinished;
      if (first_unfinished == trees::k_no_node && !is_finished(m_rows[child])) first_unfinished = child;
    }
  }

  /// After those above it.
  void pass_turn_down(std::size_t i) {
    if (m_shape.children[i].empty() || trees::has_begun(m_rows[i].state_text)) return;
    PlannedRelations relations(m_nodes, i);
    trees::Waiting turn = find_turn(relations);
    turn.above = trees::Blocker{m_rows[i].id, name_of(m_rows[i])};
    m_nodes.turns.pass_down(m_shape.parent[i], i, std::move(turn));
  }

  /// A circle once, at its first node.
  void find_dependency_faults(const trees::NodeRow& row) {
    if (is_finished(row)) return;
    if (!row.dependency_circle.empty() && m_circles.insert(row.dependency_circle).second)
      m_faults.push_back({TaskId{name_of(row)}, "dependency_cycle",
                          "each of these tasks depends on the next, none can run: " + row.dependency_circle});
    for (const trees::Blocker& dependency : row.unfinished_dependencies)
      if (dependency.id == 0)
        m_faults.push_back({TaskId{name_of(row)}, "dependency_unknown",
                            "depends on " + dependency.name + ", an id that no task has; it waits"});
  }

  [[nodiscard]] bool can_merge(std::size_t i) const {
    const auto& children = m_shape.children[i];
    return !is_finished(m_rows[i]) && !children.empty() &&
           std::all_of(children.begin(), children.end(),
                       [this](std::size_t child) { return is_finished(m_rows[child]); });
  }

  NodePlan plan_node(std::size_t i) {
    const trees::NodeRow& row = m_rows[i];
    NodePlan node;
    node.task_id = records::id_or_none<TaskId>(row.task_id);
    node.node_id = row.node_id;
    if (m_shape.parent[i] != trees::k_no_node) node.parent_id = TaskId{name_of(m_rows[m_shape.parent[i]])};
    node.depth = m_shape.depth[i];
    node.state = row.state_text;
    node.prompt = row.prompt;
    node.is_inner = !m_shape.children[i].empty();
    if (is_finished(row)) {
      node.decision = Decision::skip;
      node.reason = row.state == TaskState::completed ? "completed; its result is kept"
                                                      : "cancelled; it holds nothing up";
      return node;
    }
    node.checkpoint_id = row.checkpoint.id;
    PlannedRelations relations(m_nodes, i);
    trees::Waiting waiting = find_waiting(relations);
    decide(row, what_next(i, waiting), waiting, node);
    for (trees::Blocker& blocker : waiting.blockers)
      node.blocked_by.push_back(TaskId{std::move(blocker.name)});
    return node;
  }

  /// What the node waits for, or what it does once it runs.
  [[nodiscard]] std::string what_next(std::size_t i, const trees::Waiting& waiting) const {
    const trees::NodeRow& row = m_rows[i];
    const std::size_t children = m_shape.children[i].size();
    if (waiting.what != trees::WaitsFor::nothing) return reason_of(waiting, children);
    if (row.not_before) return trees::reason_of(*row.not_before);
    if (!row.reason_of_hold.empty()) return row.reason_of_hold;
    return reason_of(trees::Start{children > 0, row.checkpoint, row.state != TaskState::queued});
  }

  /// `then`: the second half of the reason.
  static void decide(const trees::NodeRow& row, const std::string& then, const trees::Waiting& waiting,
                     NodePlan& node) {
    if (row.state == TaskState::running) {
      decide_running(row, then, node);
    } else if (row.state == TaskState::failed) {
      node.decision = has_no_attempt_left(row) ? Decision::give_up : Decision::retry;
      node.cause = "failed";
      node.reason = "failed; " + (has_no_attempt_left(row) ? last_attempt_of(row) : then);
    } else if (row.state == TaskState::queued) {
      const bool is_free =
          waiting.what == trees::WaitsFor::nothing && !row.not_before && row.reason_of_hold.empty();
      node.decision = is_free ? Decision::ready : Decision::wait;
      node.reason = then;
    } else {
      node.decision = Decision::wait;
      node.reason = "its state \"" + row.state_text + "\" is none that rlmdb knows; set one first";
    }
  }

  static void decide_running(const trees::NodeRow& row, const std::string& then, NodePlan& node) {
    if (row.owner == trees::Owner::claimed || row.owner == trees::Owner::alive) {
      node.decision = Decision::refuse;
      node.reason = row.owner == trees::Owner::claimed ? "claimed by " + row.claim_words
                                                       : process_of(row) + " is still alive";
      return;
    }
    const bool is_last = has_no_attempt_left(row);
    node.decision = is_last ? Decision::give_up : Decision::resume;
    const auto [reason, cause] = end_of_run(row);
    node.reason = reason + "; " + (is_last ? last_attempt_of(row) : then);
    node.cause = cause;
  }

  static std::string process_of(const trees::NodeRow& row) {
    return row.pid ? "its process " + std::to_string(*row.pid) : "its process";
  }

  struct EndOfRun {
    std::string reason;
    std::string cause;
  };

  /// Of one that nobody runs any more.
  static EndOfRun end_of_run(const trees::NodeRow& row) {
    if (!row.claim)
      return {
          row.pid ? "was running, " + process_of(row) + " is gone" : "was running, no process of it is known",
          "process_gone"};
    const std::string owner = row.claim->by.owner.value_or("somebody");
    switch (row.claim_state) {
      case records::ClaimState::lease_over:
        return {"was running, the lease of " + owner + " has ended", "lease_expired"};
      case records::ClaimState::earlier_boot:
        return {"was running for " + owner + " when this host was started anew", "process_gone"};
      case records::ClaimState::process_gone:
        return {"was running, " + process_of(row) + " is gone", "process_gone"};
      case records::ClaimState::holds:
        break;
    }
    return {"taken by force from " + row.claim_words, "forced"};
  }

  /// The attempt that ends now is not counted yet.
  static bool has_no_attempt_left(const trees::NodeRow& row) noexcept {
    return row.max_attempts > 0 && row.attempts + 1 >= row.max_attempts;
  }

  static std::string last_attempt_of(const trees::NodeRow& row) {
    if (row.max_attempts == 1) return "it has one attempt, and that was it";
    return "that was the last of its " + std::to_string(row.max_attempts) + " attempts";
  }

  std::span<const trees::NodeRow> m_rows;
  PlannedNodes m_nodes;
  trees::TreeShape& m_shape;
  TreePlan m_plan;
  std::vector<TreeFinding> m_faults;  ///< of dependencies
  std::set<std::string> m_circles;    ///< those that were found
};

}  // namespace

RecoveryOrder plan_recovery(const TreeId& tree, std::span<const trees::NodeRow> rows) {
  return Planner(tree, rows).plan();
}

}  // namespace recovery
}  // namespace rlmdb
