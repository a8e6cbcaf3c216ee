// SPDX-License-Identifier: MIT
/// What of a cleanup is printed in rows.
#pragma once

#include "format/rows.hpp"
#include "rlmdb/cleanup.hpp"
#include "rlmdb/review.hpp"

namespace rlmdb::cli {

[[nodiscard]] const Rows<Removal>& removal_rows();
[[nodiscard]] const Rows<TreeRemoval>& removed_tree_rows();
[[nodiscard]] const Rows<ExpiredVariable>& expired_rows();
[[nodiscard]] const Rows<WorkflowCheckpoint>& removed_workflow_rows();
[[nodiscard]] const Rows<Checkpoint>& removed_checkpoint_rows();
[[nodiscard]] const Rows<Kept>& kept_rows();
[[nodiscard]] const Rows<OldFailure>& old_failure_rows();
[[nodiscard]] const Rows<UndatedTask>& undated_rows();
[[nodiscard]] const Rows<FailedTask>& failed_task_rows();

}  // namespace rlmdb::cli
