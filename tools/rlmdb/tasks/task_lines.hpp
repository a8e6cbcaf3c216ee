// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "frame/input_file.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/error.hpp"
#include "tasks/task_verbs.hpp"

namespace rlmdb::cli {

/// Changes as NDJSON tells them: one object a line, empty lines apart.
struct TaskLines {
  std::string file;  ///< its name in messages
  std::vector<TaskChange> changes;
  std::vector<std::size_t> numbers;  ///< of the lines, from 1; one a change

  /// "FILE:LINE" of a change.
  [[nodiscard]] std::string place(std::size_t change) const;
};

/// Reads all of `file` into memory. Error invalid_input, with `where` FILE:LINE:COLUMN in bytes, for a line
/// that is no object, a member that `verb` does not have, one that is missing or has the wrong type. Free
/// JSON values (result, prompt, metadata, priority, set) are cut out as they stand and not looked at.
[[nodiscard]] TaskLines read_task_lines(TaskVerb verb, const InputFile& file);

/// `error` of Store::change in words of the command line. The library names a refused value "change.result:5"
/// or "changes[3].result:5": that becomes "result:5", or with `lines` "FILE:4 result:5". Other errors as they
/// are.
[[nodiscard]] Error in_place(const Error& error, const TaskLines* lines);

}  // namespace rlmdb::cli
