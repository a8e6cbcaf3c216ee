// SPDX-License-Identifier: MIT
/// What stands at a node of a picture or a report, as plain text of one line: no control, bidirectional or
/// other invisible character, and bounded. Each output escapes it in its own way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "trees/print_trees.hpp"

namespace rlmdb::cli {

/// Its store id, or its node id where it has none.
template <class Node>
[[nodiscard]] const std::string& id_of_node(const Node& node) {
  return node.task_id.has_value() ? node.task_id->text : node.node_id;
}
/// The same, made visible and cut.
[[nodiscard]] std::string node_name(const TreeNode& node);
/// Its state as the source spells it, "no state" without one; "queued, stuck", "running, interrupted".
[[nodiscard]] std::string node_state(const TreeNode& node);
/// "$0.0280"; of a node with children its own cost, then with all below it: "$0.0650 of $0.1090". `unknown`
/// stands for a node that nothing is known of.
[[nodiscard]] std::string node_cost(const TreeNode& node, std::string_view unknown);
/// "✓ task-0001 · completed · $0.0650"; the cost only where `costs` says so, "no cost" where none is known.
[[nodiscard]] std::string node_head(const TreeNode& node, Costs costs);
/// `text` with its line breaks and runs of spaces as one space, made visible and cut to `columns` with "…".
[[nodiscard]] std::string one_line(std::string_view text, std::size_t columns);
/// `line` broken at spaces, or inside a word that is too long, into lines of at most `columns`.
[[nodiscard]] std::vector<std::string> broken_line(std::string_view line, std::size_t columns);
/// "+5 below"
[[nodiscard]] std::string left_out_below(std::uint64_t nodes);

}  // namespace rlmdb::cli
