// SPDX-License-Identifier: MIT
/// Which nodes are alike, so that what some took and cost tells what others will.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "trees/tree_build.hpp"

namespace rlmdb::trees {

/// Names the groups that a node belongs to. Nodes of several trees are alike when they are named by the same
/// NodeGroups.
class NodeGroups {
 public:
  /// Same kind (leaf, inner), depth, agent and strategy of the parent; then without the depth; without the
  /// strategy; the kind alone; all nodes.
  static constexpr std::size_t k_widths = 5;
  /// One key a width, the narrowest group first.
  using Keys = std::array<std::uint64_t, k_widths>;

  [[nodiscard]] Keys keys_of(std::span<const NodeRow> rows, const TreeShape& shape, std::size_t i);

 private:
  [[nodiscard]] std::uint64_t number_of(const std::string& text);

  std::unordered_map<std::string, std::uint64_t> m_numbers;
};

/// Values of nodes by group.
class GroupSamples {
 public:
  void add(const NodeGroups::Keys& keys, double value);
  /// In the order in which they were added; empty for a group without any.
  [[nodiscard]] std::span<const double> of(std::uint64_t key) const;
  [[nodiscard]] std::size_t size() const noexcept { return m_size; }

 private:
  std::unordered_map<std::uint64_t, std::vector<double>> m_values;
  std::size_t m_size = 0;
};

}  // namespace rlmdb::trees
