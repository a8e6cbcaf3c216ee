// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "rlmdb/change.hpp"
#include "tasks/task_writer.hpp"

namespace rlmdb::tasks {

/// Changes of a variable in a task that the caller has allowed to change. `where` names the change in errors.
[[nodiscard]] ChangeResult set_variable(TaskWriter& writer, const store::TaskHead& head,
                                        const SetVariable& set, const Precondition& only_if,
                                        const std::string& where);
[[nodiscard]] ChangeResult delete_variable(TaskWriter& writer, const store::TaskHead& head,
                                           const DeleteVariable& gone, const Precondition& only_if,
                                           const std::string& where);
[[nodiscard]] ChangeResult rename_variable(TaskWriter& writer, const store::TaskHead& head,
                                           const RenameVariable& rename, const Precondition& only_if,
                                           const std::string& where);

}  // namespace rlmdb::tasks
