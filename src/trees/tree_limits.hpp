// SPDX-License-Identifier: MIT
#pragma once

#include "rlmdb/tree_settings.hpp"
#include "trees/tree_setting_rows.hpp"

namespace rlmdb::trees {

/// The limits that a tree with these settings has.
[[nodiscard]] TreeLimits limits_of(const TreeSettings& settings);

/// Puts the limits into `settings`; one that has its default is left out.
void put_limits(TreeSettings& settings, const TreeLimits& limits);

}  // namespace rlmdb::trees
