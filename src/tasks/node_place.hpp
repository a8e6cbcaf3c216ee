// SPDX-License-Identifier: MIT
/// Where a new node stands in its tree, and whether there is room for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/change.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::tasks {

struct NodePlace {
  std::string tree_id;
  std::string parent_id;        ///< "" for a root
  std::int64_t parent_key = 0;  ///< tasks.id
  std::int64_t depth = 0;
};

/// nullopt for a task that is no node. A new tree gets its id here. Errors: usage (what only a root can say,
/// of another task; a tree to be made beside one that is named); not_found (no such parent); conflict (the
/// parent is in another tree or in none, or is completed or cancelled; the tree has a root already).
[[nodiscard]] std::optional<NodePlace> place_of(writing::TaskWriter& writer, const NewTask& task,
                                                const std::string& where);

/// The limits of its tree that a new node goes beyond, in words; empty for most. Error conflict where the
/// tree refuses such nodes. Cost: index entries, at most as many as the limits allow nodes, once a
/// transaction.
[[nodiscard]] std::vector<Finding> check_limits(writing::TaskWriter& writer, const NodePlace& place,
                                                std::optional<std::int64_t> context_tokens);

}  // namespace rlmdb::tasks
