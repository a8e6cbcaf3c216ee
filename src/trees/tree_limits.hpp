// SPDX-License-Identifier: MIT
#pragma once

#include "rlmdb/tree_settings.hpp"
#include "trees/tree_setting_rows.hpp"

namespace rlmdb::trees {

/// Looks for rlm-task-tree.yaml in the project that the database is of, and reads the first that is there.
/// Costs a few looks at the disk where there is none.
[[nodiscard]] ProjectLimits project_limits(db::Connection& connection);

/// The limits of a tree without settings: the project's, else the defaults.
[[nodiscard]] TreeLimits limits_of(const ProjectLimits& project);

/// The limits that a tree with these settings has, in a project where `otherwise` counts without them.
[[nodiscard]] TreeLimits limits_of(const TreeSettings& settings, const TreeLimits& otherwise);

/// Puts the limits into `settings`; one that is as without a setting is left out.
void put_limits(TreeSettings& settings, const TreeLimits& limits, const TreeLimits& otherwise);

}  // namespace rlmdb::trees
