// SPDX-License-Identifier: MIT
#include "writing/node_counter.hpp"

#include "trees/tree_growth_rows.hpp"

namespace rlmdb::writing {

std::int64_t NodeCounter::nodes(const std::string& tree_id, std::int64_t most) {
  const auto [known, is_new] = m_nodes.try_emplace(tree_id);
  if (is_new) known->second = trees::TreeGrowthRows(m_connection).nodes_up_to(tree_id, most);
  return known->second;
}

std::int64_t NodeCounter::children(const std::string& tree_id, const std::string& parent_id,
                                   std::int64_t most) {
  const auto [known, is_new] = m_children.try_emplace({tree_id, parent_id});
  if (is_new) known->second = trees::TreeGrowthRows(m_connection).children_up_to(tree_id, parent_id, most);
  return known->second;
}

void NodeCounter::add(const std::string& tree_id, const std::string& parent_id) {
  if (const auto nodes = m_nodes.find(tree_id); nodes != m_nodes.end()) ++nodes->second;
  if (const auto children = m_children.find({tree_id, parent_id}); children != m_children.end())
    ++children->second;
}

void NodeCounter::forget() {
  m_nodes.clear();
  m_children.clear();
}

}  // namespace rlmdb::writing
