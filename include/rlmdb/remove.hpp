// SPDX-License-Identifier: MIT
/// Removal of tasks that somebody names. What goes by its age: cleanup.hpp; what must leave no trace: purge.hpp.
#pragma once

#include <string>
#include <vector>

#include "rlmdb/change.hpp"
#include "rlmdb/dry_run.hpp"
#include "rlmdb/finding.hpp"
#include "rlmdb/tree.hpp"

namespace rlmdb {

/// What becomes of the tasks below one that is removed, its children and theirs.
enum class TasksBelow {
  stay,  ///< it is not removed while it has any
  go,
};

/// How Store::remove removes.
struct RemoveTask {
  /// Of each task that is named. A claim that holds, also of one below, is ended by force alone, or by its
  /// token; nothing goes past what would be left without what it needs.
  Precondition only_if{};
  TasksBelow below = TasksBelow::stay;
  Run run = Run::apply;
};

struct RemoveReport {
  /// One a task, in the order in which they go: `state` is "removed", `version` its last; in a dry run
  /// without event.
  std::vector<ChangeResult> results{};
  std::vector<TreeId> trees{};  ///< that went whole; not repeated with the answer to an earlier request
  /// Places in the project of files that rlmdb had written for what went, and removed; empty in a dry run.
  std::vector<std::string> project_files{};
  std::vector<Finding> warnings{};  ///< `tree_files_left`, `value_file_left`: others wrote them, they stay
  bool repeated = false;            ///< the answer to an earlier call with the same request id
  bool applied = false;             ///< false: a dry run
};

}  // namespace rlmdb
