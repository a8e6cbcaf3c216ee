// SPDX-License-Identifier: MIT
#include "db/connections.hpp"
#include "rlmdb/subtree_cost.hpp"
#include "trees/cost.hpp"
#include "trees/tree_load.hpp"

namespace rlmdb {

std::vector<SubtreeCost> subtree_costs_of_tree(const Store& store, const TreeId& tree) {
  const std::vector<trees::NodeRow> rows =
      trees::load_tree_rows(db::connections_of(store).use().connection(), tree);
  const trees::TreeShape shape = trees::build_tree(rows);
  const std::vector<SubtreeSum> sums = trees::subtree_sums(rows, shape);
  std::vector<SubtreeCost> costs;
  costs.reserve(rows.size());
  for (const std::size_t i : shape.order) {
    const trees::NodeRow& row = rows[i];
    costs.push_back({TaskId{row.task_id.empty() ? row.node_id : row.task_id}, row.cost_usd, sums[i].cost_usd,
                     sums[i].nodes_without_cost});
  }
  return costs;
}

}  // namespace rlmdb
