// SPDX-License-Identifier: MIT
#include "jobs/tree_load.hpp"
#include "model/subtree_cost.hpp"
#include "rlmdb/subtree_cost.hpp"
#include "store/connections.hpp"

namespace rlmdb {

std::vector<SubtreeCost> subtree_costs_of_tree(const Store& store, const TreeId& tree) {
  const std::vector<model::NodeRow> rows = jobs::load_tree_rows(store.connections().use().connection(), tree);
  const model::TreeShape shape = model::build_tree(rows);
  const std::vector<SubtreeSum> sums = model::subtree_sums(rows, shape);
  std::vector<SubtreeCost> costs;
  costs.reserve(rows.size());
  for (const std::size_t i : shape.order) {
    const model::NodeRow& row = rows[i];
    costs.push_back({row.task_id.empty() ? row.node_id : row.task_id, row.cost_usd, sums[i].cost_usd});
  }
  return costs;
}

}  // namespace rlmdb
