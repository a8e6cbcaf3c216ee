// SPDX-License-Identifier: MIT
/// What the settings of a tree say, held against its nodes, inside a transaction of the caller. The tree is
/// one that exists.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/tree_settings.hpp"
#include "trees/tree_setting_rows.hpp"

namespace rlmdb::trees {

/// Reads the tree's nodes.
[[nodiscard]] LimitReport read_limits(db::Connection& connection, const TreeId& tree);
/// Reads the tree's nodes.
[[nodiscard]] TreeBudget read_budget(db::Connection& connection, const TreeId& tree);

/// "has spent at least $2.0000 of its budget of $1.5000"
[[nodiscard]] std::string words_of(const SpentBudget& budget);
/// "its tree has spent $2.0000 of its budget of $1.5000"
[[nodiscard]] std::string reason_of(const SpentBudget& spent);
/// What keeps `claim` from the tree, with both amounts and the command that raises the budget; nullopt while
/// something is left, or without a budget. Reads the nodes only of a tree with a budget.
[[nodiscard]] std::optional<TreeFinding> find_spent_budget(db::Connection& connection, const TreeId& tree);

/// What rlmdb::settings_not_exported() says.
[[nodiscard]] std::vector<Finding> settings_not_exported(db::Connection& connection,
                                                         const std::optional<TreeId>& tree = {});

}  // namespace rlmdb::trees
