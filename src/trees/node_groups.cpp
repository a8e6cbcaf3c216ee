// SPDX-License-Identifier: MIT
#include "trees/node_groups.hpp"

#include <algorithm>

namespace rlmdb::trees {

namespace {

constexpr std::uint64_t k_most_depth = (1U << 20U) - 1;
constexpr std::uint64_t k_most_names = (1U << 20U) - 1;

/// 3 bits of width, 1 of kind, 20 each of depth, agent and strategy.
std::uint64_t packed(std::uint64_t width, std::uint64_t kind, std::uint64_t depth, std::uint64_t agent,
                     std::uint64_t strategy) {
  return ((((width << 1U | kind) << 20U | depth) << 20U | agent) << 20U) | strategy;
}

}  // namespace

NodeGroups::Keys NodeGroups::keys_of(std::span<const NodeRow> rows, const TreeShape& shape, std::size_t i) {
  static const std::string k_none;
  const std::size_t parent = shape.parent[i];
  const std::uint64_t kind = shape.children[i].empty() ? 0 : 1;
  const auto depth = std::min(static_cast<std::uint64_t>(shape.depth[i]), k_most_depth);
  const std::uint64_t agent = number_of(rows[i].agent);
  const std::uint64_t strategy = number_of(parent == k_no_node ? k_none : rows[parent].strategy);
  return {packed(0, kind, depth, agent, strategy), packed(1, kind, 0, agent, strategy),
          packed(2, kind, 0, agent, 0), packed(3, kind, 0, 0, 0), packed(4, 0, 0, 0, 0)};
}

std::uint64_t NodeGroups::number_of(const std::string& text) {
  // Names beyond the most that a key can tell apart count as one.
  return m_numbers.emplace(text, std::min<std::uint64_t>(m_numbers.size(), k_most_names)).first->second;
}

void GroupSamples::add(const NodeGroups::Keys& keys, double value) {
  for (const std::uint64_t key : keys) m_values[key].push_back(value);
  ++m_size;
}

std::span<const double> GroupSamples::of(std::uint64_t key) const {
  const auto found = m_values.find(key);
  return found == m_values.end() ? std::span<const double>{} : found->second;
}

}  // namespace rlmdb::trees
