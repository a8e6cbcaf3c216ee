// SPDX-License-Identifier: MIT
/// Trees of any shape and in any damage.
#pragma once

#include <initializer_list>
#include <random>
#include <string>
#include <vector>

#include "trees/tree_build.hpp"

namespace rlmdb::test {

class RandomTree {
 public:
  explicit RandomTree(unsigned seed) : m_random(seed) {}

  /// Rows in store order; ids are `prefix` and a number. Owners are set where a node runs.
  std::vector<trees::NodeRow> make(const std::string& prefix) {
    m_prefix = prefix;
    m_most_damage = below(3) == 0 ? 0 : 1 + below(12);
    m_shape = below(5);
    const std::size_t size = below(8) == 0 ? 30 + below(40) : 1 + below(14);
    m_calm = below(4);
    std::vector<trees::NodeRow> rows(size);
    for (std::size_t i = 0; i < size; ++i) fill(rows, i);
    if (below(3) == 0) std::shuffle(rows.begin(), rows.end(), m_random);
    return rows;
  }

  std::size_t below(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(m_random);
  }

 private:
  bool damaged() { return m_most_damage > 0 && below(30) < m_most_damage; }

  std::string any(std::initializer_list<const char*> texts) { return *(texts.begin() + below(texts.size())); }

  [[nodiscard]] std::string id(std::size_t i) const { return m_prefix + std::to_string(i); }

  void fill(std::vector<trees::NodeRow>& rows, std::size_t i) {
    trees::NodeRow& row = rows[i];
    row.task_id = id(i);
    row.node_id = "node-" + id(damaged() ? below(i + 1) : i);
    if (damaged()) row.node_id.clear();
    place(rows, i);
    row.strategy = any({"parallel", "sequential", "conditional", "map-reduce", "sequential", "", "vote"});
    set_state(row);
    if (below(3) == 0) row.checkpoint.id = "ckpt-" + id(i);
    if (below(8) == 0) row.unfinished_dependencies = {{1'000'000, "task-elsewhere"}};
  }

  /// 0, 1: anywhere; 2: a chain; 3: all under one; 4: few wide nodes.
  void place(std::vector<trees::NodeRow>& rows, std::size_t i) {
    trees::NodeRow& row = rows[i];
    row.depth = 0;
    if (i > 0) {
      const std::size_t parent = m_shape == 2   ? i - 1
                                 : m_shape == 3 ? 0
                                 : m_shape == 4 ? below(i) / 4
                                                : below(i);
      row.parent_ref = id(parent);
      row.depth = rows[parent].depth.value_or(0) + 1;
    }
    if (!damaged()) return;
    switch (below(6)) {
      case 0:
        row.parent_ref = id(below(rows.size()));  // perhaps itself, perhaps its own descendant
        return;
      case 1:
        row.parent_ref = "nowhere-" + id(i);
        return;
      case 2:
        row.parent_ref = "elsewhere-" + id(i);
        row.parent_in_other_tree = true;
        return;
      case 3:
        row.parent_ref.reset();
        return;
      case 4:
        row.depth.reset();
        return;
      default:
        row.depth = static_cast<std::int64_t>(below(9)) - 2;
    }
  }

  void set_state(trees::NodeRow& row) {
    const std::size_t kind = below(20);
    row.state_text =
        kind < 4 * m_calm ? "completed" : any({"queued", "running", "failed", "cancelled", "completed"});
    if (damaged()) row.state_text = any({"paused", "", "COMPLETED"});
    row.state = state_of(row.state_text);
    if (damaged() && below(3) == 0) {
      row.state.reset();
      row.state_text.clear();
    }
    if (row.state != TaskState::running) return;
    static constexpr trees::Owner k_owners[] = {trees::Owner::none, trees::Owner::dead, trees::Owner::dead,
                                                trees::Owner::alive, trees::Owner::claimed};
    row.owner = k_owners[below(5)];
  }

  static TaskState state_of(const std::string& text) {
    if (text == "queued") return TaskState::queued;
    if (text == "running") return TaskState::running;
    if (text == "failed") return TaskState::failed;
    if (text == "cancelled") return TaskState::cancelled;
    return text == "completed" ? TaskState::completed : TaskState::unknown;
  }

  std::mt19937 m_random;
  std::string m_prefix;
  std::size_t m_most_damage = 0;
  std::size_t m_shape = 0;
  std::size_t m_calm = 0;
};

}  // namespace rlmdb::test
