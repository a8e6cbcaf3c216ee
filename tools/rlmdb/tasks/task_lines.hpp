// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frame/input_file.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/error.hpp"
#include "tasks/task_verbs.hpp"

namespace rlmdb::cli {

/// Changes as JSON objects tell them: the lines of NDJSON, empty ones apart, or the elements of a list.
struct TaskLines {
  std::optional<std::string> file;  ///< its name in messages; absent: a list
  std::vector<TaskChange> changes;
  std::vector<std::size_t> numbers;  ///< of the lines from 1, of the elements from 0; one a change

  /// "FILE:LINE" of a change, of a list "tasks/2".
  [[nodiscard]] std::string place(std::size_t change) const;
};

/// Reads all of `file` into memory. Error invalid_input, with `where` FILE:LINE:COLUMN in bytes, for a line
/// that is no object, a member that `verb` does not have, one that is missing or has the wrong type. Free
/// JSON values (result, prompt, metadata, priority, set) are cut out as they stand and not looked at.
[[nodiscard]] TaskLines read_task_lines(TaskVerb verb, const InputFile& file);
/// The same of a JSON array; `where` is "tasks/2: byte 17".
[[nodiscard]] TaskLines read_task_list(TaskVerb verb, std::string_view list);

/// `error` of Store::change in words of the command line. The library names a refused value "change.result:5"
/// or "changes[3].result:5": that becomes "result:5", or with `lines` "FILE:4 result:5" or "tasks/3 result:5". Other errors as they
/// are.
[[nodiscard]] Error in_place(const Error& error, const TaskLines* lines);

}  // namespace rlmdb::cli
