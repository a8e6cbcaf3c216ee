// SPDX-License-Identifier: MIT
// 1. Every row with a parent_ref is linked to the row of that store id in the same tree; what is not found is
// a
//    fragment's root.
// 2. Walk down from the roots. What is not reached hangs on a cycle: cut it at its first row in store order,
//    walk on from there, until everything is reached.
#include "trees/tree_build.hpp"

#include <algorithm>
#include <unordered_map>

#include "records/typed_ids.hpp"

namespace rlmdb::trees {

namespace {

class TreeBuilder {
 public:
  explicit TreeBuilder(std::span<const NodeRow> rows) : m_rows(rows), m_reached(rows.size(), false) {
    m_shape.parent.assign(rows.size(), k_no_node);
    m_shape.children.resize(rows.size());
    m_shape.depth.assign(rows.size(), 0);
    m_shape.order.reserve(rows.size());
  }

  TreeShape build() {
    link();
    std::size_t roots = 0;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
      if (m_shape.parent[i] != k_no_node) continue;
      if (!m_rows[i].parent_ref) ++roots;
      walk_from(i);
    }
    cut_cycles();
    check_roots(roots);
    check_depths();
    check_node_ids();
    return std::move(m_shape);
  }

 private:
  void find(std::size_t i, std::string code, std::string message) {
    m_shape.findings.push_back(
        {records::id_or_none<TaskId>(m_rows[i].task_id), std::move(code), std::move(message)});
  }

  void link() {
    std::unordered_map<std::string_view, std::size_t> by_id;
    by_id.reserve(m_rows.size());
    for (std::size_t i = 0; i < m_rows.size(); ++i) by_id.emplace(name_of(m_rows[i]), i);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
      if (!m_rows[i].parent_ref) continue;
      const auto parent = by_id.find(*m_rows[i].parent_ref);
      if (parent == by_id.end()) {
        note_missing_parent(i);
        continue;
      }
      m_shape.parent[i] = parent->second;
      m_shape.children[parent->second].push_back(i);
    }
  }

  void note_missing_parent(std::size_t i) {
    if (m_rows[i].parent_in_other_tree) {
      find(i, "parent_in_other_tree", "its parent " + *m_rows[i].parent_ref + " belongs to another tree");
    } else {
      find(i, "orphan", "its parent " + *m_rows[i].parent_ref + " does not exist");
    }
  }

  void walk_from(std::size_t root) {
    std::vector<std::size_t> stack{root};
    while (!stack.empty()) {
      const std::size_t i = stack.back();
      stack.pop_back();
      if (m_reached[i]) continue;
      m_reached[i] = true;
      m_shape.order.push_back(i);
      const std::size_t parent = m_shape.parent[i];
      m_shape.depth[i] = parent == k_no_node ? 0 : m_shape.depth[parent] + 1;
      const auto& children = m_shape.children[i];
      stack.insert(stack.end(), children.rbegin(), children.rend());
    }
  }

  /// Every row not reached yet leads, parent by parent, into a cycle.
  void cut_cycles() {
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
      if (m_reached[i]) continue;
      const std::size_t first = first_on_cycle(i);
      const std::size_t parent = m_shape.parent[first];
      find(first, "cycle",
           "it is its own ancestor; the tree is cut between it and its parent " + m_rows[parent].task_id);
      std::erase(m_shape.children[parent], first);
      m_shape.parent[first] = k_no_node;
      walk_from(first);
    }
  }

  [[nodiscard]] std::size_t first_on_cycle(std::size_t from) const {
    std::size_t slow = from;
    std::size_t fast = from;
    do {
      slow = m_shape.parent[slow];
      fast = m_shape.parent[m_shape.parent[fast]];
    } while (slow != fast);
    std::size_t first = slow;
    for (std::size_t i = m_shape.parent[slow]; i != slow; i = m_shape.parent[i]) first = std::min(first, i);
    return first;
  }

  void check_roots(std::size_t roots) {
    if (m_rows.empty() || roots == 1) return;
    const std::size_t first = m_shape.order.front();
    if (roots == 0) {
      find(first, "no_root", "the tree has no node without a parent");
    } else {
      find(first, "several_roots", "the tree has " + std::to_string(roots) + " nodes without a parent");
    }
  }

  void check_depths() {
    std::vector<bool> is_fragment(m_rows.size(), false);
    for (const std::size_t i : m_shape.order) {
      // Below the root of a fragment nobody knows the true depth.
      const std::size_t parent = m_shape.parent[i];
      is_fragment[i] = parent == k_no_node ? m_rows[i].parent_ref.has_value() : is_fragment[parent];
      const auto given = m_rows[i].depth;
      if (is_fragment[i] || !given || *given == m_shape.depth[i]) continue;
      find(i, "wrong_depth",
           "its depth is given as " + std::to_string(*given) + ", it lies at " +
               std::to_string(m_shape.depth[i]));
    }
  }

  void check_node_ids() {
    std::unordered_map<std::string_view, std::size_t> seen;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
      if (m_rows[i].node_id.empty()) continue;
      const auto [first, is_new] = seen.emplace(m_rows[i].node_id, i);
      if (!is_new) {
        find(i, "duplicate_node_id",
             "its node id " + m_rows[i].node_id + " is also that of " + m_rows[first->second].task_id);
      }
    }
  }

  std::span<const NodeRow> m_rows;
  std::vector<bool> m_reached;
  TreeShape m_shape;
};

}  // namespace

void put_in_store_order(std::vector<NodeRow>& rows) {
  const auto comes_before = [](const NodeRow& left, const NodeRow& right) {
    return left.position < right.position;
  };
  if (!std::is_sorted(rows.begin(), rows.end(), comes_before))
    std::stable_sort(rows.begin(), rows.end(), comes_before);
}

TreeShape build_tree(std::span<const NodeRow> rows) {
  return TreeBuilder(rows).build();
}

const std::string& name_of(const NodeRow& row) noexcept {
  return row.task_id.empty() ? row.node_id : row.task_id;
}

bool is_finished(const NodeRow& row) noexcept {
  return row.state == TaskState::completed || row.state == TaskState::cancelled;
}

std::optional<std::int64_t> duration_ms(const NodeRow& row) noexcept {
  if (!row.started_at_ms || !row.completed_at_ms) return std::nullopt;
  return std::max<std::int64_t>(0, *row.completed_at_ms - *row.started_at_ms);
}

}  // namespace rlmdb::trees
