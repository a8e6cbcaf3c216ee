// SPDX-License-Identifier: MIT
/// A tree as the source text of a picture. Any text of a node comes out as its label, whatever it holds;
/// prompts are cut. What is wrong with the tree follows as comments.
#pragma once

#include <cstddef>
#include <string>

#include "trees/print_trees.hpp"
#include "trees/tree_pick.hpp"

namespace rlmdb::cli {

/// More than this many edges or characters a page with Mermaid's own settings refuses to draw.
inline constexpr std::size_t k_most_mermaid_edges = 500;
inline constexpr std::size_t k_most_mermaid_characters = 50'000;

/// A Mermaid flowchart by the template of rlm-task-tree.yaml, and the same without the comments.
[[nodiscard]] std::string mermaid_of(const Tree& tree, const TreePick& pick, Costs costs);
[[nodiscard]] std::string mermaid_picture(const Tree& tree, const TreePick& pick, Costs costs);
/// A Graphviz digraph in the same colours.
[[nodiscard]] std::string dot_of(const Tree& tree, const TreePick& pick, Costs costs);
/// Edges of both.
[[nodiscard]] std::size_t edges_of(const TreePick& pick) noexcept;

}  // namespace rlmdb::cli
