// SPDX-License-Identifier: MIT
/// Tree documents of any shape, in any damage, as some program may have written them.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "random_tree.hpp"

namespace rlmdb::test {

/// How a document says which node lies below which.
enum class Nesting {
  children,  ///< each node inside the "children" of the one above it
  list,      ///< "nodes", each with a parent_id
  ids        ///< the same, and "children" are lists of node ids
};

struct MadeDocument {
  std::string text;  ///< in the legacy writer's formatting
  Nesting nesting = Nesting::children;
  std::map<std::string, std::size_t> ids;  ///< how many nodes have this node id
  std::size_t nodes = 0;
};

class RandomDocument {
 public:
  using Json = nlohmann::ordered_json;

  RandomDocument(unsigned seed, std::string tree_id) : m_random(seed), m_tree_id(std::move(tree_id)) {}

  MadeDocument make() {
    m_most_damage = m_random.below(3) == 0 ? 0 : 1 + m_random.below(8);
    const std::size_t size = m_random.below(8) == 0 ? 100 + m_random.below(300) : 1 + m_random.below(30);
    m_shape = m_random.below(4);
    MadeDocument made;
    made.nesting = static_cast<Nesting>(m_random.below(3));
    made.nodes = size;
    for (std::size_t i = 0; i < size; ++i) add_node(i, made.nesting);
    for (const std::string& id : m_ids) ++made.ids[id];
    made.text = document(made.nesting).dump(2);
    return made;
  }

 private:
  static constexpr std::size_t k_nowhere = static_cast<std::size_t>(-1);

  bool one_in(std::size_t n) { return m_random.below(n) == 0; }
  bool damaged() { return m_most_damage > 0 && m_random.below(30) < m_most_damage; }
  template <class... Texts>
  std::string any(Texts... texts) {
    const std::vector<std::string> all{texts...};
    return all[m_random.below(all.size())];
  }

  static std::string hex(std::size_t number) {
    constexpr std::size_t k_begin = 0xa0000000;
    std::string text;
    for (std::size_t rest = k_begin + number; rest > 0; rest /= 16) text += "0123456789abcdef"[rest % 16];
    return {text.rbegin(), text.rend()};
  }

  void add_node(std::size_t i, Nesting nesting) {
    if (i > 0 && damaged()) {
      m_ids.push_back(m_ids[m_random.below(i)]);
    } else if (damaged()) {
      m_ids.push_back(any("root", "", "task-root001", "node 1 / \"ä\"", "task-\u202e", "task-0001") + hex(i));
    } else {
      m_ids.push_back("task-" + hex(i));
    }
    m_above.push_back(place(i));
    m_depths.push_back(i == 0 ? 0 : m_depths[m_above[i]] + 1);
    m_nodes.push_back(node(i, nesting));
  }

  /// 0, 1: anywhere; 2: a chain; 3: few wide nodes.
  std::size_t place(std::size_t i) {
    if (i == 0) return k_nowhere;
    return m_shape == 2 ? i - 1 : m_shape == 3 ? m_random.below(i) / 8 : m_random.below(i);
  }

  Json node(std::size_t i, Nesting nesting) {
    Json node = {{"node_id", m_ids[i]}};
    const bool is_list = nesting != Nesting::children;
    if (is_list || one_in(2)) add_parent(node, i, is_list);
    if (!damaged())
      node["depth"] = damaged() ? static_cast<std::int64_t>(m_random.below(9)) - 2 : m_depths[i];
    if (!damaged()) node["prompt"] = prompt(i);
    if (one_in(3)) node["context"] = {{"type", "slice"}, {"source", "file:a.md"}, {"size_tokens", i * 10}};
    const std::size_t children = node.size();
    if (!damaged()) node["status"] = status();
    if (one_in(2)) node["result"] = result(i);
    if (one_in(2)) node["cost"] = cost(i);
    if (!damaged()) node["timestamps"] = times(node.value("status", ""));
    if (one_in(3))
      node["decomposition_strategy"] = any("parallel", "sequential", "conditional", "map-reduce", "vote");
    if (one_in(4))
      node["execution_config"] = {{"model", "haiku"}, {"temperature", 0.5}, {"retry_policy", Json::object()}};
    if (one_in(9)) node["x_" + std::to_string(children)] = {1, Json::array(), nullptr};
    return node;
  }

  /// A list may name any parent: one that is not there, the node itself, or one below it.
  void add_parent(Json& node, std::size_t i, bool is_list) {
    if (damaged()) return;
    node["parent_id"] = m_above[i] == k_nowhere ? Json(nullptr) : Json(m_ids[m_above[i]]);
    if (!is_list || !damaged()) return;
    switch (m_random.below(4)) {
      case 0:
        node["parent_id"] = "task-nowhere";
        return;
      case 1:
        node["parent_id"] = nullptr;
        return;
      default:
        node["parent_id"] = "task-" + hex(m_random.below(i + 5));
    }
  }

  std::string prompt(std::size_t i) {
    return any("do ", "", "two\nlines ", "quote \" <b>&amp; %%{ ", "右から左 \u202e ", "\x1b[31m red ") +
           std::to_string(i);
  }
  std::string status() {
    return damaged() ? any("paused", "", "COMPLETED")
                     : any("pending", "running", "completed", "completed", "failed", "cancelled");
  }
  Json result(std::size_t i) {
    if (damaged()) return any("a text", "");
    return {{"status", "success"}, {"output", "result " + std::to_string(i)}, {"confidence", 0.75}};
  }
  Json cost(std::size_t i) {
    return {{"input_tokens", i}, {"output_tokens", 7}, {"total_cost_usd", static_cast<double>(i) / 8}};
  }
  Json times(const std::string& status) {
    Json times = {{"created_at", damaged() ? "yesterday" : "2026-02-09T10:00:00.000Z"}};
    if (status != "pending") times["started_at"] = "2026-02-09T10:00:01.500Z";
    if (status == "completed" || status == "failed") {
      times["completed_at"] = "2026-02-09T10:00:03.000Z";
      times["duration_ms"] = 1500;
    }
    return times;
  }

  /// The nodes below `i` in the order in which they were made.
  [[nodiscard]] std::vector<std::size_t> below(std::size_t i) const {
    std::vector<std::size_t> children;
    for (std::size_t child = i + 1; child < m_above.size(); ++child)
      if (m_above[child] == i) children.push_back(child);
    return children;
  }

  Json document(Nesting nesting) {
    Json document = {{"version", "1.0.0"}};
    if (one_in(2)) document["tree_id"] = m_tree_id;
    nesting == Nesting::children ? void(document["root_task"] = nested()) : put_list(document, nesting);
    document["metadata"] = {{"tree_id", m_tree_id}, {"total_nodes", m_nodes.size()}, {"tags", Json::array()}};
    return document;
  }

  /// From the last node up: every node lies after the one above it.
  Json nested() {
    std::vector<Json> nodes = m_nodes;
    for (std::size_t i = nodes.size(); i-- > 0;) {
      const std::vector<std::size_t> children = below(i);
      if (children.empty() && one_in(2)) continue;
      nodes[i]["children"] = Json::array();
      for (const std::size_t child : children) nodes[i]["children"].push_back(std::move(nodes[child]));
    }
    return std::move(nodes.front());
  }

  void put_list(Json& document, Nesting nesting) {
    std::vector<Json> nodes = m_nodes;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (nesting != Nesting::ids) continue;
      nodes[i]["children"] = Json::array();
      for (const std::size_t child : below(i)) nodes[i]["children"].push_back(m_ids[child]);
    }
    if (one_in(3))
      std::shuffle(nodes.begin(), nodes.end(), std::mt19937(static_cast<unsigned>(nodes.size())));
    document["nodes"] = nodes;
  }

  RandomTree m_random;
  std::string m_tree_id;
  std::size_t m_most_damage = 0;
  std::size_t m_shape = 0;
  std::vector<std::string> m_ids;
  std::vector<std::size_t> m_above;
  std::vector<std::int64_t> m_depths;
  std::vector<Json> m_nodes;
};

}  // namespace rlmdb::test
