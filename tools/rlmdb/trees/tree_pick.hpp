// SPDX-License-Identifier: MIT
/// Which nodes of a tree are drawn where not all of them can be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "rlmdb/tree.hpp"

namespace rlmdb::cli {

/// How much of a tree is drawn: `most_nodes` of them, down to depth `deepest`.
struct PickLimits {
  std::size_t most_nodes = std::numeric_limits<std::size_t>::max();
  std::int64_t deepest = std::numeric_limits<std::int64_t>::max();
};

inline constexpr std::size_t k_no_parent = std::numeric_limits<std::size_t>::max();

struct PickedNode {
  std::size_t node = 0;              ///< index into Tree::nodes
  std::size_t parent = k_no_parent;  ///< index into TreePick::nodes
  std::uint64_t left_out = 0;        ///< nodes below it that are not drawn, and have no drawn parent
};

struct TreePick {
  std::vector<PickedNode> nodes;  ///< in the order drawn, a parent always with its children
  std::uint64_t left_out = 0;     ///< all that are not drawn
};

/// Upper levels first; of the level that does not fit whole, the first ones in the order drawn. Linear.
[[nodiscard]] TreePick pick_nodes(const Tree& tree, const PickLimits& limits);

}  // namespace rlmdb::cli
