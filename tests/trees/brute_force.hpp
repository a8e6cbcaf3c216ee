// SPDX-License-Identifier: MIT
/// The rules of recovery said once more, plainly and without regard to time, to hold the planner against.
#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "rlmdb/recover.hpp"
#include "trees/tree_build.hpp"

namespace rlmdb::test {

/// One node of a plan without its sentence, or one of what must come out.
struct Planned {
  std::string task_id;
  std::string parent_id;
  std::int64_t depth = 0;
  Decision decision = Decision::skip;
  std::string checkpoint_id;
  std::vector<std::string> blocked_by;
  friend bool operator==(const Planned&, const Planned&) = default;
};

struct PlannedTree {
  std::string root;
  std::vector<Planned> nodes;
  std::vector<std::string> merge_ready;
  std::vector<std::string> findings;  ///< "ID CODE", sorted
  friend bool operator==(const PlannedTree&, const PlannedTree&) = default;
};

inline std::vector<std::string> texts_of(const std::vector<TaskId>& ids) {
  std::vector<std::string> texts;
  for (const TaskId& id : ids) texts.push_back(id.text);
  return texts;
}

inline PlannedTree planned(const TreePlan& plan) {
  PlannedTree result{id_text(plan.root), {}, texts_of(plan.merge_ready), {}};
  for (const NodePlan& node : plan.nodes) {
    result.nodes.push_back({id_text(node.task_id), id_text(node.parent_id), node.depth, node.decision,
                            node.checkpoint_id, texts_of(node.blocked_by)});
  }
  for (const TreeFinding& finding : plan.findings)
    result.findings.push_back(id_text(finding.task_id) + " " + finding.code);
  std::sort(result.findings.begin(), result.findings.end());
  return result;
}

class BruteForce {
 public:
  explicit BruteForce(const std::vector<trees::NodeRow>& rows) : m_rows(rows) {
    for (const trees::NodeRow& row : rows) m_named_parents.push_back(row_named(row.parent_ref));
    for (std::size_t i = 0; i < rows.size(); ++i) m_cut.push_back(is_cut(i));
    for (std::size_t i = 0; i < rows.size(); ++i) m_paths.push_back(path(i));
  }

  [[nodiscard]] PlannedTree plan() const {
    PlannedTree tree;
    for (const std::size_t i : order()) {
      tree.nodes.push_back(node(i));
      if (!finished(i) && !children(i).empty() && unfinished(children(i)).empty())
        tree.merge_ready.push_back(m_rows[i].task_id);
      if (tree.root.empty() && !m_rows[i].parent_ref) tree.root = m_rows[i].task_id;
    }
    tree.findings = findings();
    return tree;
  }

 private:
  using Index = std::optional<std::size_t>;

  [[nodiscard]] Index row_named(const std::optional<std::string>& id) const {
    const auto at = std::find_if(m_rows.begin(), m_rows.end(),
                                 [&](const trees::NodeRow& row) { return id == row.task_id; });
    if (at == m_rows.end()) return std::nullopt;
    return static_cast<std::size_t>(at - m_rows.begin());
  }

  /// A cycle is cut above its first row.
  [[nodiscard]] bool is_cut(std::size_t i) const {
    std::size_t smallest = i;
    Index at = m_named_parents[i];
    for (std::size_t steps = 0; at && *at != i && steps < m_rows.size(); ++steps) {
      smallest = std::min(smallest, *at);
      at = m_named_parents[*at];
    }
    return at == i && smallest == i;
  }

  [[nodiscard]] Index parent(std::size_t i) const { return m_cut[i] ? std::nullopt : m_named_parents[i]; }

  /// From the root down to `i`.
  [[nodiscard]] std::vector<std::size_t> path(std::size_t i) const {
    std::vector<std::size_t> up;
    for (Index at = i; at; at = parent(*at)) up.push_back(*at);
    return {up.rbegin(), up.rend()};
  }

  /// What hangs on a cycle comes after all else, ordered by the first row of each piece.
  [[nodiscard]] std::pair<int, std::size_t> rank_of_piece(std::size_t root) const {
    if (!m_cut[root]) return {0, root};
    std::size_t first = root;
    for (std::size_t i = 0; i < m_rows.size(); ++i)
      if (m_paths[i].front() == root) first = std::min(first, i);
    return {1, first};
  }

  [[nodiscard]] std::vector<std::size_t> order() const {
    std::vector<std::tuple<std::pair<int, std::size_t>, std::vector<std::size_t>, std::size_t>> sorted;
    for (std::size_t i = 0; i < m_rows.size(); ++i)
      sorted.emplace_back(rank_of_piece(m_paths[i].front()), m_paths[i], i);
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::size_t> order;
    for (const auto& [rank, path, i] : sorted) order.push_back(i);
    return order;
  }

  [[nodiscard]] std::vector<std::size_t> children(std::size_t i) const {
    std::vector<std::size_t> children;
    for (std::size_t j = 0; j < m_rows.size(); ++j)
      if (parent(j) == i) children.push_back(j);
    return children;
  }

  [[nodiscard]] bool finished(std::size_t i) const {
    return m_rows[i].state == TaskState::completed || m_rows[i].state == TaskState::cancelled;
  }

  [[nodiscard]] std::vector<std::string> unfinished(const std::vector<std::size_t>& which) const {
    std::vector<std::string> ids;
    for (const std::size_t i : which)
      if (!finished(i)) ids.push_back(m_rows[i].task_id);
    return ids;
  }

  /// The siblings that have to be finished before `i` may run.
  [[nodiscard]] std::vector<std::size_t> before(std::size_t i) const {
    const Index above = parent(i);
    if (!above) return {};
    std::vector<std::size_t> siblings = children(*above);
    const std::string& strategy = m_rows[*above].strategy;
    if (strategy == "map-reduce" && siblings.back() == i) {
      siblings.pop_back();
      return siblings;
    }
    if (strategy != "sequential" && strategy != "conditional") return {};
    siblings.erase(std::find(siblings.begin(), siblings.end(), i), siblings.end());
    return siblings;
  }

  [[nodiscard]] bool has_begun(std::size_t i) const {
    return m_rows[i].state == TaskState::running || m_rows[i].state == TaskState::completed;
  }

  /// What all below `i` wait for because it does.
  [[nodiscard]] std::vector<std::string> holds_up_below(std::size_t i) const {
    std::vector<std::string> blockers = unfinished(before(i));
    if (!blockers.empty()) return {blockers.front()};
    if (finished(i)) return {};
    for (const trees::Blocker& dependency : m_rows[i].unfinished_dependencies)
      if (!is_below(row_named(dependency.name), i)) blockers.push_back(dependency.name);
    return blockers;
  }

  [[nodiscard]] bool is_below(Index node, std::size_t top) const {
    return node && *node != top &&
           std::find(m_paths[*node].begin(), m_paths[*node].end(), top) != m_paths[*node].end();
  }

  [[nodiscard]] Planned node(std::size_t i) const {
    const trees::NodeRow& row = m_rows[i];
    Planned node;
    node.task_id = row.task_id;
    if (parent(i)) node.parent_id = m_rows[*parent(i)].task_id;
    node.depth = static_cast<std::int64_t>(m_paths[i].size()) - 1;
    if (finished(i)) return node;
    node.checkpoint_id = row.checkpoint.id;
    node.blocked_by = unfinished(children(i));
    if (node.blocked_by.empty()) {
      node.blocked_by = unfinished(before(i));
      if (node.blocked_by.size() > 1) node.blocked_by.resize(1);
    }
    if (node.blocked_by.empty())
      for (const trees::Blocker& dependency : row.unfinished_dependencies)
        node.blocked_by.push_back(dependency.name);
    for (Index above = parent(i); above && node.blocked_by.empty() && !has_begun(*above);
         above = parent(*above))
      node.blocked_by = holds_up_below(*above);
    node.decision = decide(row, node.blocked_by.empty());
    return node;
  }

  [[nodiscard]] static Decision decide(const trees::NodeRow& row, bool is_free) {
    if (row.state == TaskState::failed) return Decision::retry;
    if (row.state == TaskState::queued) return is_free ? Decision::ready : Decision::wait;
    if (row.state != TaskState::running) return Decision::wait;
    const bool may_live = row.owner == trees::Owner::alive || row.owner == trees::Owner::claimed;
    return may_live ? Decision::refuse : Decision::resume;
  }

  void add_dependency_findings(std::vector<std::string>& found) const {
    std::set<std::string> circles;
    for (const std::size_t i : order()) {
      const trees::NodeRow& row = m_rows[i];
      if (finished(i)) continue;
      if (!row.dependency_circle.empty() && circles.insert(row.dependency_circle).second)
        found.push_back(row.task_id + " dependency_cycle");
      for (const trees::Blocker& dependency : row.unfinished_dependencies)
        if (dependency.id == 0) found.push_back(row.task_id + " dependency_unknown");
    }
  }

  [[nodiscard]] std::vector<std::string> findings() const {
    std::vector<std::string> found;
    std::size_t roots = 0;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
      const trees::NodeRow& row = m_rows[i];
      if (!row.parent_ref) ++roots;
      if (m_cut[i]) found.push_back(row.task_id + " cycle");
      if (row.parent_ref && !m_named_parents[i])
        found.push_back(row.task_id + (row.parent_in_other_tree ? " parent_in_other_tree" : " orphan"));
      const bool hangs_on_a_root = !m_rows[m_paths[i].front()].parent_ref;
      if (hangs_on_a_root && row.depth && *row.depth != static_cast<std::int64_t>(m_paths[i].size()) - 1)
        found.push_back(row.task_id + " wrong_depth");
      for (std::size_t j = 0; j < i; ++j) {
        if (row.node_id.empty() || m_rows[j].node_id != row.node_id) continue;
        found.push_back(row.task_id + " duplicate_node_id");
        break;
      }
    }
    add_dependency_findings(found);
    const std::string first = m_rows[order().front()].task_id;
    if (roots == 0) found.push_back(first + " no_root");
    if (roots > 1) found.push_back(first + " several_roots");
    std::sort(found.begin(), found.end());
    return found;
  }

  const std::vector<trees::NodeRow>& m_rows;
  std::vector<Index> m_named_parents;  ///< of each row, in any tree of these rows
  std::vector<bool> m_cut;
  std::vector<std::vector<std::size_t>> m_paths;
};

}  // namespace rlmdb::test
