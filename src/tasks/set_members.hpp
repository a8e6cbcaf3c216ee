// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rlmdb/change.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::tasks {

/// Merges members into a record that the caller has allowed to change. `where` names the change in errors.
[[nodiscard]] ChangeResult set_members(writing::TaskWriter& writer, const records::TaskHead& head,
                                       const TaskChange& change, const std::string& where);

/// A chunk that a row cannot hold, or that follows an output that no column holds: the output is written
/// whole.
[[nodiscard]] ChangeResult append_to_record(writing::TaskWriter& writer, const records::TaskHead& head,
                                            std::string_view chunk, const writing::Cause& cause);

}  // namespace rlmdb::tasks
