// SPDX-License-Identifier: MIT
// 1. A finished node is skipped, and holds nothing up.
// 2. Every other node waits for its unfinished children; under a sequential or conditional parent for the
// first
//    unfinished earlier sibling; the last child of a map-reduce parent for the first unfinished other one.
// 3. What was running resumes if its process is gone and is refused if it is not; what failed is tried again;
//    what is queued waits or is ready by 2.
#include "model/recovery.hpp"

namespace rlmdb {

std::string_view to_text(Decision decision) noexcept {
  switch (decision) {
    case Decision::skip:
      return "skip";
    case Decision::resume:
      return "resume";
    case Decision::retry:
      return "retry";
    case Decision::wait:
      return "wait";
    case Decision::ready:
      return "ready";
    case Decision::refuse:
      return "refuse";
  }
  return "skip";
}

namespace model {

namespace {

constexpr std::size_t k_most_named = 3;

std::string named(const std::vector<std::string>& ids) {
  std::string text;
  for (std::size_t i = 0; i < ids.size() && i < k_most_named; ++i) text += (i == 0 ? "" : ", ") + ids[i];
  if (ids.size() > k_most_named) text += ", …";
  return text;
}

class Planner {
 public:
  Planner(const TreeId& tree, std::span<const NodeRow> rows) : m_rows(rows), m_shape(build_tree(rows)) {
    m_plan.tree_id = tree;
    m_earlier.assign(rows.size(), k_no_node);
  }

  RecoveryOrder plan() {
    for (std::size_t i = 0; i < m_rows.size(); ++i) link_siblings(i);
    m_plan.nodes.reserve(m_rows.size());
    for (const std::size_t i : m_shape.order) {
      count(m_rows[i]);
      m_plan.nodes.push_back(plan_node(i));
      if (m_plan.root.empty() && !m_rows[i].parent_ref) m_plan.root = m_rows[i].task_id;
      if (can_merge(i)) m_plan.merge_ready.push_back(m_rows[i].task_id);
    }
    m_plan.total = static_cast<std::int64_t>(m_rows.size());
    m_plan.findings = std::move(m_shape.findings);
    return {std::move(m_plan), std::move(m_shape.order)};
  }

 private:
  void count(const NodeRow& row) {
    if (row.state == TaskState::completed) ++m_plan.done;
    if (row.state == TaskState::cancelled) ++m_plan.cancelled;
    if (row.state == TaskState::queued || row.state == TaskState::running || row.state == TaskState::failed) {
      ++m_plan.pending;
    }
  }

  /// For every child the first unfinished sibling that it has to wait for.
  void link_siblings(std::size_t parent) {
    const auto& children = m_shape.children[parent];
    const Strategy strategy = strategy_named(m_rows[parent].strategy);
    if (strategy == Strategy::parallel || children.size() < 2) return;
    std::size_t first_unfinished = k_no_node;
    for (const std::size_t child : children) {
      const bool waits = strategy != Strategy::map_reduce || child == children.back();
      if (waits) m_earlier[child] = first_unfinished;
      if (first_unfinished == k_no_node && !is_finished(m_rows[child])) first_unfinished = child;
    }
  }

  [[nodiscard]] bool can_merge(std::size_t i) const {
    if (is_finished(m_rows[i]) || m_shape.children[i].empty()) return false;
    return unfinished_children(i).empty();
  }

  [[nodiscard]] std::vector<std::string> unfinished_children(std::size_t i) const {
    std::vector<std::string> ids;
    for (const std::size_t child : m_shape.children[i]) {
      if (!is_finished(m_rows[child])) ids.push_back(m_rows[child].task_id);
    }
    return ids;
  }

  NodePlan plan_node(std::size_t i) {
    const NodeRow& row = m_rows[i];
    NodePlan node;
    node.task_id = row.task_id;
    node.node_id = row.node_id;
    if (m_shape.parent[i] != k_no_node) node.parent_id = m_rows[m_shape.parent[i]].task_id;
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
    node.checkpoint_id = row.checkpoint_id;
    node.blocked_by = unfinished_children(i);
    const bool waits_for_children = !node.blocked_by.empty();
    if (!waits_for_children && m_earlier[i] != k_no_node)
      node.blocked_by.push_back(m_rows[m_earlier[i]].task_id);
    decide(row, waits_for_children ? missing_children(i, node.blocked_by) : what_next(i, node), node);
    return node;
  }

  /// `then`: the second half of the reason.
  static void decide(const NodeRow& row, const std::string& then, NodePlan& node) {
    if (row.state == TaskState::running) {
      decide_running(row, then, node);
    } else if (row.state == TaskState::failed) {
      node.decision = Decision::retry;
      node.reason = "failed; " + then;
    } else if (row.state == TaskState::queued) {
      node.decision = node.blocked_by.empty() ? Decision::ready : Decision::wait;
      node.reason = then;
    } else {
      node.decision = Decision::wait;
      node.reason = "its state \"" + row.state_text + "\" is none that rlmdb knows; set one first";
    }
  }

  static void decide_running(const NodeRow& row, const std::string& then, NodePlan& node) {
    const std::string process = row.pid ? "its process " + std::to_string(*row.pid) : "its process";
    node.decision = Decision::refuse;
    if (row.owner == Owner::alive) {
      node.reason = process + " is still alive";
    } else if (row.owner == Owner::unknown) {
      node.reason = "nobody here can tell whether " + process + " is still alive";
    } else {
      node.decision = Decision::resume;
      node.reason = row.pid ? "was running, " + process + " is gone; " + then
                            : "was running, no process of it is known; " + then;
    }
  }

  [[nodiscard]] std::string missing_children(std::size_t i,
                                             const std::vector<std::string>& unfinished) const {
    const std::size_t all = m_shape.children[i].size();
    std::string which = "its child";
    if (all > 1) which = "its " + std::to_string(all) + " children";
    if (unfinished.size() < all) which.insert(0, std::to_string(unfinished.size()) + " of ");
    return "waits for " + which + " before it can merge: " + named(unfinished);
  }

  /// What a node without unfinished children does once it runs, or which sibling it waits for.
  [[nodiscard]] std::string what_next(std::size_t i, const NodePlan& node) const {
    if (!node.blocked_by.empty()) return "waits for " + node.blocked_by.front() + why(i);
    const NodeRow& row = m_rows[i];
    if (!m_shape.children[i].empty()) return "all its children are finished, it can merge";
    if (!row.checkpoint_id.empty()) {
      return "resume from checkpoint " + row.checkpoint_id +
             (row.checkpoint_name.empty() ? "" : " '" + row.checkpoint_name + "'");
    }
    return row.state == TaskState::queued ? "ready to run" : "run it again from its beginning";
  }

  [[nodiscard]] std::string why(std::size_t i) const {
    const Strategy strategy = strategy_named(m_rows[m_shape.parent[i]].strategy);
    if (strategy == Strategy::map_reduce) return ", one of the parts it gathers (map-reduce)";
    return strategy == Strategy::conditional ? ", whose result it depends on (conditional)"
                                             : ", which comes before it (sequential)";
  }

  std::span<const NodeRow> m_rows;
  TreeShape m_shape;
  TreePlan m_plan;
  std::vector<std::size_t> m_earlier;
};

}  // namespace

Strategy strategy_named(std::string_view text) noexcept {
  if (text == "sequential") return Strategy::sequential;
  if (text == "conditional") return Strategy::conditional;
  if (text == "map-reduce") return Strategy::map_reduce;
  return Strategy::parallel;
}

RecoveryOrder plan_recovery(const TreeId& tree, std::span<const NodeRow> rows) {
  return Planner(tree, rows).plan();
}

}  // namespace model
}  // namespace rlmdb
