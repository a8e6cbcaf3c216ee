// SPDX-License-Identifier: MIT
#include "trees/tree_pick.hpp"

#include <algorithm>

namespace rlmdb::cli {
namespace {

/// The level that does not fit whole, and how many of its nodes do.
struct Border {
  std::int64_t depth = 0;
  std::size_t room = 0;
};

Border find_border(const Tree& tree, const PickLimits& limits) {
  std::vector<std::size_t> nodes_at;
  for (const TreeNode& node : tree.nodes) {
    if (node.depth > limits.deepest) {
      continue;
    }
    const auto depth = static_cast<std::size_t>(node.depth);
    nodes_at.resize(std::max(nodes_at.size(), depth + 1));
    ++nodes_at[depth];
  }
  Border border{0, limits.most_nodes};
  for (const std::size_t nodes : nodes_at) {
    if (nodes > border.room) {
      return border;
    }
    border.room -= nodes;
    ++border.depth;
  }
  border.room = 0;
  return border;
}

}  // namespace

TreePick pick_nodes(const Tree& tree, const PickLimits& limits) {
  Border border = find_border(tree, limits);
  TreePick pick;
  std::vector<std::size_t> path;  // by depth: the nearest drawn node, itself or above
  for (std::size_t index = 0; index < tree.nodes.size(); ++index) {
    const std::int64_t depth = tree.nodes[index].depth;
    const auto level = static_cast<std::size_t>(depth);
    const std::size_t parent = level == 0 ? k_no_parent : path[level - 1];
    path.resize(level);
    bool is_drawn = depth < border.depth;
    if (depth == border.depth && border.room > 0) {
      is_drawn = true;
      --border.room;
    }
    path.push_back(is_drawn ? pick.nodes.size() : parent);
    if (is_drawn) {
      pick.nodes.push_back({index, parent, 0});
      continue;
    }
    ++pick.left_out;
    if (parent != k_no_parent) {
      ++pick.nodes[parent].left_out;
    }
  }
  return pick;
}

}  // namespace rlmdb::cli
