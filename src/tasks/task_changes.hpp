// SPDX-License-Identifier: MIT
/// The changes of a task: apply_change() is the door to all of them, the others are parts of it.
#pragma once

#include <optional>
#include <string>

#include "records/task_head.hpp"
#include "rlmdb/change.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::tasks {

/// Checks and writes one change. REQUIRES: an open write transaction, which the caller gives up when this
/// throws. `where` names the change in errors about its values.
[[nodiscard]] ChangeResult apply_change(writing::TaskWriter& writer, const TaskChange& change,
                                        const std::string& where);

/// Adds a task with the next id. `where` names the change in errors.
[[nodiscard]] ChangeResult create_task(writing::TaskWriter& writer, const NewTask& task,
                                       const std::string& where);

/// Appends a chunk to a task that the caller has allowed to change. `where` names the change in errors.
[[nodiscard]] ChangeResult append_output(writing::TaskWriter& writer, const records::TaskHead& head,
                                         const TaskChange& change, const std::string& where);

/// Sets metadata.depends_on, as set_members() does, to what it was with these changes.
[[nodiscard]] ChangeResult change_dependencies(writing::TaskWriter& writer, const records::TaskHead& head,
                                               const ChangeDependencies& dependencies,
                                               const TaskChange& change, const std::string& where);

/// Adds a note to metadata.notes. `where` names the change in errors.
[[nodiscard]] ChangeResult add_note(writing::TaskWriter& writer, const records::TaskHead& head,
                                    const AddNote& note, const TaskChange& change, const std::string& where);

/// When a task may begin.
struct TimeToBegin {
  std::optional<std::string> utc{};  ///< nullopt: at once
  std::optional<Finding> warning{};  ///< of a time that is past; without its place
};

/// Error invalid_input for a text that is no time, usage for a length past 100 years. `where` names the value in
/// errors.
[[nodiscard]] TimeToBegin time_to_begin(const writing::TaskWriter& writer, const EarliestStart& start,
                                        const std::string& where);

}  // namespace rlmdb::tasks
