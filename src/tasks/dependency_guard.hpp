// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "rlmdb/change.hpp"
#include "trees/dependency_faults.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::tasks {

/// Keeps the changes of a call from making a task depend on an id that no task has, or on itself by way of
/// others. What a task named before is no matter of these changes, and so is one with force. REQUIRES: an
/// open write transaction, which the caller gives up when this throws.
class DependencyGuard {
 public:
  explicit DependencyGuard(writing::TaskWriter& writer) : m_writer(writer), m_faults(writer.connection()) {}

  /// Before a change is applied: what the task names so far, where the change may name others.
  void remember(const TaskChange& change);
  /// After a change that adds a task.
  void remember_added(const TaskChange& change, const ChangeResult& result);
  /// After all of them. Error not_found (an id that no task has), conflict (a circle, which is named). Cost:
  /// what the new dependencies lead to; where that is much, the dependencies of all unfinished tasks once.
  void require_sound();

 private:
  struct Watched {
    std::string name;
    bool is_new = false;
    std::set<std::string> before;
  };

  void require_sound(std::int64_t id, const Watched& task);
  /// The circle through a dependency that is new; "": there is none.
  [[nodiscard]] std::string circle_over(const trees::Blocker& task, const trees::Blocker& added);

  writing::TaskWriter& m_writer;
  trees::DependencyFaults m_faults;
  std::map<std::int64_t, Watched> m_watched;  ///< by tasks.id
  std::size_t m_looked_at = 0;
};

}  // namespace rlmdb::tasks
