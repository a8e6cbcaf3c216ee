// SPDX-License-Identifier: MIT
/// Finished trees with times as real runs have them: several agents, each with durations of its own that
/// differ by the log-normal law, trees of a different pace, one to six places to work at.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace rlmdb::test {

class FinishedTrees {
 public:
  /// `strategies` are those of inner nodes, drawn with equal chance.
  FinishedTrees(unsigned seed, std::vector<std::string> strategies)
      : m_random(seed), m_strategies(std::move(strategies)) {}

  /// The text of a tasks.json with so many trees, one after the other.
  std::string document(int trees) {
    std::string tasks;
    double begin_ms = 0;
    for (int tree = 0; tree < trees; ++tree) {
      plant();
      run(begin_ms);
      for (const Node& node : m_nodes) {
        tasks += (tasks.empty() ? "" : ",\n") + text_of(node, tree, begin_ms);
        m_end_ms = std::max(m_end_ms, node.end_ms);
      }
      m_first_id += m_nodes.size();
      begin_ms = m_end_ms + 1'000 + uniform() * 600'000;
    }
    return R"({"version": 1, "updatedAt": "2026-01-01T00:00:00.000Z", "tasks": [)" + tasks + "]}";
  }

 private:
  static constexpr std::size_t k_no_node = static_cast<std::size_t>(-1);
  struct Agent {
    const char* name;
    double median_ms;
    double spread;
  };
  static constexpr Agent k_agents[] = {
      {"scout", 20'000, 0.5}, {"writer", 90'000, 0.7}, {"critic", 45'000, 0.4}, {"builder", 240'000, 0.9}};
  struct Node {
    std::size_t parent = k_no_node;
    std::size_t depth = 0;
    std::size_t agent = 0;
    std::string strategy;
    std::vector<std::size_t> children;
    std::size_t next = 0;     ///< the next child that may begin
    std::size_t pending = 0;  ///< children that have not ended
    std::optional<double> begin_ms;
    double end_ms = -1;
  };

  // Not the standard's distributions: they are another sequence in each library.
  double uniform() { return static_cast<double>(m_random() >> 11U) * 0x1.0p-53; }
  std::size_t below(std::size_t limit) {
    return static_cast<std::size_t>(uniform() * static_cast<double>(limit));
  }
  double normal() {
    return std::sqrt(-2 * std::log(1 - uniform())) * std::cos(2 * 3.141592653589793 * uniform());
  }

  std::size_t add(std::size_t parent) {
    Node node;
    node.parent = parent;
    node.agent = below(4);
    node.strategy = m_strategies[below(m_strategies.size())];
    if (parent != k_no_node) {
      node.depth = m_nodes[parent].depth + 1;
      m_nodes[parent].children.push_back(m_nodes.size());
      ++m_nodes[parent].pending;
    }
    m_nodes.push_back(std::move(node));
    return m_nodes.size() - 1;
  }

  void plant() {
    m_nodes.clear();
    const std::size_t root = add(k_no_node);
    for (std::size_t inner = 2 + below(7); inner > 0; --inner) {
      const std::size_t child = add(root);
      if (uniform() < 0.3) continue;
      for (std::size_t leaves = 2 + below(6); leaves > 0; --leaves) (void)add(child);
    }
  }

  /// Works the tree off. In half of the trees a node with children starts before them and waits.
  void run(double begin_ms) {
    static constexpr std::size_t k_places[] = {1, 2, 3, 4, 6};
    m_now = begin_ms;
    m_pace = std::exp(0.35 * normal());
    m_starts_early = uniform() < 0.5;
    const std::size_t places = k_places[below(5)];
    std::size_t working = 0;
    open(0);
    for (;;) {
      for (; working < places && !m_ready.empty(); m_ready.pop(), ++working) begin(m_ready.front());
      if (m_endings.empty()) return;
      const auto [end_ms, i] = m_endings.top();
      m_endings.pop();
      m_now = end_ms;
      m_nodes[i].end_ms = end_ms;
      // A node that started early waits beside those that work, and merges beside them.
      if (!(m_starts_early && !m_nodes[i].children.empty())) --working;
      finish_child_of(m_nodes[i].parent);
    }
  }

  void open(std::size_t i) {
    if (m_nodes[i].children.empty()) {
      m_ready.push(i);
      return;
    }
    if (m_starts_early) m_nodes[i].begin_ms = m_now;
    open_children(i);
  }

  void open_children(std::size_t i) {
    while (m_nodes[i].next < m_nodes[i].children.size()) {
      const Node& node = m_nodes[i];
      const bool is_one_by_one = node.strategy == "sequential" || node.strategy == "conditional";
      if (is_one_by_one && node.next > 0 && m_nodes[node.children[node.next - 1]].end_ms < 0) return;
      const bool is_last = node.next + 1 == node.children.size();
      if (node.strategy == "map-reduce" && is_last && node.pending > 1) return;
      open(node.children[m_nodes[i].next++]);
    }
  }

  void finish_child_of(std::size_t parent) {
    if (parent == k_no_node) return;
    open_children(parent);
    if (--m_nodes[parent].pending > 0) {
      open_children(parent);
    } else if (m_starts_early) {
      begin(parent);
    } else {
      m_ready.push(parent);
    }
  }

  void begin(std::size_t i) {
    Node& node = m_nodes[i];
    if (!node.begin_ms) node.begin_ms = m_now;
    const Agent& agent = k_agents[node.agent];
    const double merges = node.children.empty() ? 1 : 0.3;
    m_endings.emplace(m_now + merges * m_pace * agent.median_ms * std::exp(agent.spread * normal()), i);
  }

  std::string id_of(std::size_t i) const { return "\"n" + std::to_string(m_first_id + i) + "\""; }

  /// Ms after the beginning of 2026.
  static std::string time_text(double ms) {
    const auto all = static_cast<std::int64_t>(ms);
    const auto two = [](std::int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    const std::int64_t day = all / 86'400'000;
    const std::string thousandths = std::to_string(1'000 + all % 1'000).substr(1);
    return "\"2026-" + two(1 + day / 28) + "-" + two(1 + day % 28) + "T" + two(all / 3'600'000 % 24) + ":" +
           two(all / 60'000 % 60) + ":" + two(all / 1'000 % 60) + "." + thousandths + "Z\"";
  }

  std::string text_of(const Node& node, int tree, double created_ms) {
    const auto i = static_cast<std::size_t>(&node - m_nodes.data());
    return R"({"id": )" + id_of(i) + R"(, "prompt": "p", "agent": ")" + k_agents[node.agent].name +
           R"(", "state": ")" + (uniform() < 0.04 ? "failed" : "completed") + R"(", "createdAt": )" +
           time_text(created_ms) + R"(, "startedAt": )" + time_text(*node.begin_ms) + R"(, "completedAt": )" +
           time_text(node.end_ms) + R"(, "pid": null, "metadata": {"tree_id": "tree-)" +
           std::to_string(tree) + R"(", "parent_id": )" +
           (node.parent == k_no_node ? "null" : id_of(node.parent)) + R"(, "depth": )" +
           std::to_string(node.depth) + R"(, "decomposition_strategy": ")" + node.strategy + R"("}})";
  }

  using Ending = std::pair<double, std::size_t>;
  std::mt19937_64 m_random;
  std::vector<std::string> m_strategies;
  std::vector<Node> m_nodes;
  std::queue<std::size_t> m_ready;
  std::priority_queue<Ending, std::vector<Ending>, std::greater<>> m_endings;
  std::size_t m_first_id = 0;
  double m_now = 0;
  double m_end_ms = 0;
  double m_pace = 1;
  bool m_starts_early = false;
};

}  // namespace rlmdb::test
