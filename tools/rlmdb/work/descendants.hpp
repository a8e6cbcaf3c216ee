// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <optional>
#include <vector>

#include "work/containment.hpp"

namespace rlmdb::cli {

/// A command that this process has started as the leader of a process group, and all processes that come of
/// it. REQUIRES: this process has no other children but the keeper, and where there is none is a subreaper
/// (PR_SET_CHILD_SUBREAPER), so that what loses its parent becomes its child, whatever group or session it
/// has moved to. Only it reaps them: a pid that is signalled here is never a stranger's.
class Descendants {
 public:
  /// `keeper`: of all of them; nullptr: there is none.
  Descendants(pid_t leader, const Keeper* keeper) noexcept : m_leader(leader), m_keeper(keeper) {}

  [[nodiscard]] pid_t leader() const noexcept { return m_leader; }
  /// The wait status of the command itself; nullopt while it runs.
  [[nodiscard]] std::optional<int> leader_status() const noexcept { return m_status; }
  /// Of the keeper; nullopt while it runs, and without one.
  [[nodiscard]] std::optional<int> keeper_status() const noexcept { return m_keeper_status; }
  /// Takes note of those that have ended. True: none is left.
  bool reap() noexcept;
  /// TERM, CONT or KILL: to all that the keeper keeps; without one to the group, and to each child that is
  /// not in it. What stands below such a child gets it once it is a child itself: for an end to all, call it
  /// again until reap() says so.
  void signal(int number) const;

 private:
  [[nodiscard]] bool is_kept_empty() const noexcept;

  pid_t m_leader;
  const Keeper* m_keeper;
  std::optional<int> m_status;
  std::optional<int> m_keeper_status;
};

/// The children of this process, also those that have ended and were not waited for.
[[nodiscard]] std::vector<pid_t> children_of_this_process();

/// Reaps the children of this process that have ended, but for those in `kept`.
void reap_all_but(const std::vector<pid_t>& kept);

/// KILL to all children of this process but those in `kept`; reaps those that have ended. What stands below
/// such a child becomes one once it is dead: call it again until it says true, that there is none. As process
/// 1, to which everybody's orphans fall, to those alone that were told of a task in their environment.
[[nodiscard]] bool end_all_but(const std::vector<pid_t>& kept);

}  // namespace rlmdb::cli
