// SPDX-License-Identifier: MIT
/// When a node may run, as the task tree schema says it (decomposition_strategy: "sequential: children run in
/// order", "conditional: next child depends on previous result", "map-reduce: scatter-gather pattern"), where a
/// child is all that hangs on it. Plain, and without regard to time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace rlmdb::test {

struct OrderNode {
  std::string id;
  std::optional<std::size_t> parent;
  std::string strategy;
  std::string state;
  std::vector<std::string> depends_on;
};

/// Nodes of one tree, in store order, and others that are in none.
class OrderModel {
 public:
  std::vector<OrderNode> nodes;

  [[nodiscard]] std::size_t index_of(const std::string& id) const {
    const auto at =
        std::find_if(nodes.begin(), nodes.end(), [&](const OrderNode& node) { return node.id == id; });
    return static_cast<std::size_t>(at - nodes.begin());
  }
  [[nodiscard]] OrderNode& named(const std::string& id) { return nodes.at(index_of(id)); }

  [[nodiscard]] std::vector<std::size_t> children(std::size_t i) const {
    std::vector<std::size_t> children;
    for (std::size_t j = 0; j < nodes.size(); ++j)
      if (nodes[j].parent == i) children.push_back(j);
    return children;
  }

  [[nodiscard]] bool is_over(std::size_t i) const {
    return nodes[i].state == "completed" || nodes[i].state == "cancelled";
  }

  [[nodiscard]] bool may_run(std::size_t i) const {
    return nodes[i].state == "queued" && are_over(children(i)) && are_over(parts_before(i)) &&
           waits_for_no_dependency(i, false) && (!nodes[i].parent || is_open(*nodes[i].parent));
  }

  /// Whether somebody may work on what hangs on `i`.
  [[nodiscard]] bool is_open(std::size_t i) const {
    if (nodes[i].state == "running" || nodes[i].state == "completed") return true;
    return are_over(parts_before(i)) && (is_over(i) || waits_for_no_dependency(i, true)) &&
           (!nodes[i].parent || is_open(*nodes[i].parent));
  }

  [[nodiscard]] std::vector<std::string> all_that_may_run() const {
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (may_run(i)) ids.push_back(nodes[i].id);
    return ids;
  }

 private:
  [[nodiscard]] bool are_over(const std::vector<std::size_t>& which) const {
    return std::all_of(which.begin(), which.end(), [this](std::size_t i) { return is_over(i); });
  }

  /// The parts of the same whole that come before it.
  [[nodiscard]] std::vector<std::size_t> parts_before(std::size_t i) const {
    if (!nodes[i].parent) return {};
    const std::string& strategy = nodes[*nodes[i].parent].strategy;
    std::vector<std::size_t> parts = children(*nodes[i].parent);
    const auto own = std::find(parts.begin(), parts.end(), i);
    const bool gathers = strategy == "map-reduce" && own + 1 == parts.end();
    if (!gathers && strategy != "sequential" && strategy != "conditional") return {};
    return {parts.begin(), own};
  }

  [[nodiscard]] bool is_below(std::size_t i, std::size_t top) const {
    for (auto at = nodes[i].parent; at; at = nodes[*at].parent)
      if (*at == top) return true;
    return false;
  }

  [[nodiscard]] bool waits_for_no_dependency(std::size_t i, bool only_outside) const {
    return std::all_of(nodes[i].depends_on.begin(), nodes[i].depends_on.end(), [&](const std::string& name) {
      const std::size_t other = index_of(name);
      if (other == nodes.size()) return false;
      return is_over(other) || (only_outside && is_below(other, i));
    });
  }
};

}  // namespace rlmdb::test
