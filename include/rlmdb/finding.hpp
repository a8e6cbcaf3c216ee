// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace rlmdb {

/// A remark about a place: a warning (done, but something was lost or is odd) or a reject.
struct Finding {
  /// "tasks.json: byte 1834 /tasks/3/prompt": file, byte offset from 0, JSON pointer; or the id of a task
  std::string where;
  /// "duplicate_id", "duplicate_member", "invalid_utf8", "not_an_object", "max_nodes"…
  std::string code;
  std::string message;  ///< one sentence; never holds data of the record beyond ids and member names
};

}  // namespace rlmdb
