// SPDX-License-Identifier: MIT
/// A random tree of up to five levels, in a database and in the model, to which everything happens.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "order_model.hpp"
#include "rlmdb/error.hpp"
#include "tree_place.hpp"

namespace rlmdb::test {

inline std::string described(const OrderModel& model) {
  std::string text;
  for (const OrderNode& node : model.nodes)
    text += "\n" + node.id + " " + node.state + " " + node.strategy + " below " +
            (node.parent ? model.nodes[*node.parent].id : "nothing") + " depends on " +
            joined(node.depends_on);
  return text;
}

class OrderPlace {
 public:
  explicit OrderPlace(unsigned seed) : m_random(seed) {
    const std::size_t size = 4 + below(20);
    for (std::size_t i = 0; i < size; ++i) add_to_model("task-1" + std::to_string(100 + i));
    for (OrderNode& node : m_model.nodes) depend(node);
    m_place.emplace(std::string_view(document()));
    m_store = m_place->writer();
  }

  [[nodiscard]] const OrderModel& model() const { return m_model; }
  [[nodiscard]] const TreePlace& place() const { return *m_place; }
  [[nodiscard]] Store& store() { return *m_store; }
  std::size_t below(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(m_random);
  }

  /// What was claimed ends somehow, or runs on.
  void end(const Claim& claim) {
    OrderNode& node = m_model.named(claim.id.text);
    node.state = "running";
    const std::size_t how = below(6);
    if (how == 0) return;
    const Precondition held{.token = claim.token};
    if (how == 1) return change(node, FailTask{"no"}, "failed", held);
    if (how == 2) return change(node, CancelTask{}, "cancelled", held);
    change(node, CompleteTask{}, "completed", held);
  }

  /// Something that nobody's turn asks for.
  void disturb() {
    OrderNode& node = m_model.nodes[below(m_model.nodes.size())];
    switch (below(7)) {
      case 0:
        return change(node, StartTask{}, "running");
      case 1:
        return change(node, CompleteTask{}, "completed");
      case 2:
        return change(node, RetryTask{}, "queued");
      case 3:
        return change(node, CancelTask{}, "cancelled");
      case 4:
        return add_child(node);
      default:
        return change_dependencies(node);
    }
  }

  /// Starts it without force; whether that was allowed.
  bool start(const std::string& id) {
    try {
      (void)m_store->change({TaskId{id}, StartTask{}, {}});
    } catch (const Error& error) {
      if (error.code() != ErrorCode::conflict) throw;
      return false;
    }
    m_model.named(id).state = "running";
    return true;
  }

 private:
  using Json = nlohmann::ordered_json;
  static constexpr std::size_t k_deepest = 4;

  std::string any(std::initializer_list<const char*> texts) { return *(texts.begin() + below(texts.size())); }
  std::string any_id() { return m_model.nodes[below(m_model.nodes.size())].id; }
  std::string any_strategy() {
    return any({"sequential", "sequential", "conditional", "map-reduce", "map-reduce", "parallel"});
  }

  [[nodiscard]] std::size_t depth_of(std::size_t i) const {
    std::size_t depth = 0;
    for (auto at = m_model.nodes[i].parent; at; at = m_model.nodes[*at].parent) ++depth;
    return depth;
  }

  void add_to_model(const std::string& id) {
    OrderNode node{
        id, std::nullopt, any_strategy(), any({"queued", "queued", "queued", "queued", "completed"}), {}};
    if (below(12) == 0) node.state = any({"running", "failed", "cancelled"});
    if (!m_model.nodes.empty()) {
      std::size_t parent = below(m_model.nodes.size());
      while (depth_of(parent) >= k_deepest) parent = *m_model.nodes[parent].parent;
      node.parent = parent;
    }
    m_model.nodes.push_back(std::move(node));
  }

  /// On any node: above it, below it, beside it, itself; and on one that there is not.
  void depend(OrderNode& node) {
    while (below(6) == 0) node.depends_on.push_back(below(12) == 0 ? "task-nowhere" : any_id());
  }

  [[nodiscard]] std::string document() const {
    Json document = {{"version", 1}, {"updatedAt", "2026-01-02T00:00:00.000Z"}, {"tasks", Json::array()}};
    for (std::size_t i = 0; i < m_model.nodes.size(); ++i) {
      const OrderNode& node = m_model.nodes[i];
      Json metadata = {{"tree_id", "tree-0000000a"}, {"node_id", "node-" + node.id}};
      metadata["parent_id"] = node.parent ? Json(m_model.nodes[*node.parent].id) : Json(nullptr);
      metadata["depth"] = depth_of(i);
      metadata["decomposition_strategy"] = node.strategy;
      if (!node.depends_on.empty()) metadata["depends_on"] = node.depends_on;
      Json record = {{"id", node.id}, {"prompt", "p"}, {"agent", nullptr}, {"priority", 0}};
      record["state"] = node.state;
      record["createdAt"] = "2026-01-01T00:00:00.000Z";
      record["pid"] = node.state == "running" ? Json(4'000'000) : Json(nullptr);
      record["metadata"] = std::move(metadata);
      document["tasks"].push_back(std::move(record));
    }
    return document.dump();
  }

  void change(OrderNode& node, TaskAction action, const std::string& state, Precondition only_if = forced()) {
    try {
      (void)m_store->change({TaskId{node.id}, std::move(action), only_if});
      node.state = state;
    } catch (const Error&) {
      // What a state does not allow changes nothing.
    }
  }

  void add_child(const OrderNode& above) {
    const std::size_t parent = m_model.index_of(above.id);
    if (m_model.is_over(parent) || depth_of(parent) >= k_deepest) return;
    NewTask task;
    task.prompt = std::string("more");
    task.parent = TaskId{above.id};
    task.decomposition_strategy = any_strategy();
    const ChangeResult made = m_store->change({{}, task, {}});
    m_model.nodes.push_back({made.id.text, parent, *task.decomposition_strategy, "queued", {}});
  }

  void change_dependencies(OrderNode& node) {
    ChangeDependencies dependencies;
    if (!node.depends_on.empty()) dependencies.remove.push_back(TaskId{node.depends_on.front()});
    if (below(2) == 0) dependencies.add.push_back(TaskId{any_id()});
    try {
      (void)m_store->change({TaskId{node.id}, dependencies, forced()});
    } catch (const Error&) {
      return;
    }
    for (const TaskId& id : dependencies.remove) std::erase(node.depends_on, id.text);
    for (const TaskId& id : dependencies.add)
      if (std::find(node.depends_on.begin(), node.depends_on.end(), id.text) == node.depends_on.end())
        node.depends_on.push_back(id.text);
  }

  static Precondition forced() { return {.force = Force::yes}; }

  std::mt19937 m_random;
  OrderModel m_model;
  std::optional<TreePlace> m_place;
  std::optional<Store> m_store;
};

}  // namespace rlmdb::test
