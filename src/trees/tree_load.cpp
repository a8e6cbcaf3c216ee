// SPDX-License-Identifier: MIT
#include "trees/tree_load.hpp"

#include "db/transaction.hpp"
#include "records/typed_ids.hpp"
#include "rlmdb/error.hpp"
#include "trees/cost.hpp"
#include "trees/liveness.hpp"
#include "trees/stuck.hpp"

namespace rlmdb::trees {

namespace {

constexpr std::int64_t k_most_trees_named = 5;

Error unknown_tree(TreeRows& trees, const TreeId& tree) {
  std::string hint;
  for (const std::string& id : trees.unfinished_tree_ids(k_most_trees_named))
    hint += (hint.empty() ? "" : ", ") + id;
  return Error(
      ErrorCode::not_found, "No tasks found for tree " + tree.text + ": there is no such tree", tree.text,
      hint.empty() ? "no tree has work left; `rlmdb trees` lists all" : "trees with work left: " + hint);
}

TreeNode drawn(const NodeRow& row, const std::vector<NodeRow>& rows, const TreeShape& shape, std::size_t i) {
  TreeNode node;
  node.task_id = records::id_or_none<TaskId>(row.task_id);
  node.node_id = row.node_id;
  if (shape.parent[i] != k_no_node)
    node.parent_id = records::id_or_none<TaskId>(rows[shape.parent[i]].task_id);
  node.depth = shape.depth[i];
  node.stored_depth = row.depth;
  node.state = row.state;
  node.state_text = row.state_text;
  node.prompt = row.prompt;
  node.agent = row.agent;
  node.cost_usd = row.cost_usd;
  node.duration_ms = duration_ms(row);
  node.children = shape.children[i].size();
  node.is_process_gone = row.owner == Owner::dead;
  node.claim = shown_claim(row);
  return node;
}

}  // namespace

std::vector<NodeRow> load_tree_rows(db::Connection& connection, const TreeId& tree) {
  const db::ReadTransaction snapshot(connection);
  TreeRows trees(connection);
  std::vector<NodeRow> rows = trees.load(tree.text);
  if (rows.empty()) throw unknown_tree(trees, tree);
  trees.find_foreign_parents(rows);
  find_owners(rows);
  trees.find_holds(rows);
  return rows;
}

Tree draw_tree(const TreeId& tree, const std::vector<NodeRow>& rows, const TreeShape& shape,
               const StuckNodes* stuck) {
  Tree result{tree, {}, shape.findings};
  if (stuck != nullptr) result.stuck = stuck->all();
  result.nodes.reserve(rows.size());
  const std::vector<SubtreeSum> sums = subtree_sums(rows, shape);
  for (const std::size_t i : shape.order) {
    result.nodes.push_back(drawn(rows[i], rows, shape, i));
    result.nodes.back().subtree_cost_usd = sums[i].cost_usd;
    result.nodes.back().subtree_nodes_without_cost = sums[i].nodes_without_cost;
    result.nodes.back().is_stuck = stuck != nullptr && stuck->contains(rows[i].id);
  }
  return result;
}

}  // namespace rlmdb::trees
