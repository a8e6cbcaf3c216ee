// SPDX-License-Identifier: MIT
/// What to do with the nodes of a tree after a crash. Pure; linear in the nodes.
#pragma once

#include <span>

#include "model/tree_build.hpp"
#include "rlmdb/recover.hpp"

namespace rlmdb::model {

/// The plan of one tree. `rows` are its nodes in store order; their `owner` says whether a running node's
/// process lives.
[[nodiscard]] TreePlan plan_recovery(const TreeId& tree, std::span<const NodeRow> rows);

/// The strategy that `text` names; any other text is parallel.
[[nodiscard]] Strategy strategy_named(std::string_view text) noexcept;

}  // namespace rlmdb::model
