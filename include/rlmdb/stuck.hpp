// SPDX-License-Identifier: MIT
/// What cannot go on before somebody does something.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rlmdb/task.hpp"

namespace rlmdb {

/// Running tasks whose process is gone, and which no lease gives back: as they are, or as recover() makes them.
enum class Interrupted { stuck, recovered };

/// Something that holds queued tasks up and does not end of itself.
struct StuckCause {
  /// stuck_failed; stuck_process_gone (it ran without a claim); stuck_unknown_state; dependency_unknown (on an id that no task has);
  /// dependency_cycle, order_cycle (tasks that wait for each other, by their dependencies alone or by their
  /// order too); budget_spent.
  std::string code{};
  /// The one task; those of a circle, each of which waits for the next, the last for the first; none of a
  /// budget.
  std::vector<TaskId> tasks{};
  /// Of dependency_unknown the id that no task has; of a circle the task that the first of `tasks` depends on;
  /// of budget_spent the tree; of stuck_unknown_state its word.
  std::string name{};
  std::int64_t waiting = 0;             ///< queued tasks of the filter that cannot go on for it
  std::vector<TaskId> first_waiting{};  ///< the nearest of them, at most 3
  std::string message{};                ///< one sentence for a person
};

/// A queued task is stuck where it would stay queued though everything that may run were run and completed,
/// and every time, hold, backoff and lease had ended. A failed task holds up what waits for it, since nothing tries it
/// again of itself; so does one that runs without a claim and whose process is gone, until recover().
struct Stuck {
  std::int64_t tasks = 0;            ///< queued ones of the filter
  std::vector<StuckCause> causes{};  ///< in store order; the first 10
  std::int64_t more_causes = 0;
};

}  // namespace rlmdb
