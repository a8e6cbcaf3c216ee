// SPDX-License-Identifier: MIT
#pragma once

#include "tasks/ready_rows.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::tasks {

/// What a call of expire_claims did.
struct Ended {
  bool any = false;       ///< something was written
  bool has_more = false;  ///< it ended as many as it may at once; there may be others
};

/// Ends claims whose lease is over (at most 100 a call): each counts an attempt, and the task waits its
/// backoff in the queue, or fails with `attempts_exhausted` after the last one. Ends backoffs and holds that
/// are over; a hold costs no attempt.
Ended expire_claims(writing::TaskWriter& writer, ReadyRows& ready);

}  // namespace rlmdb::tasks
