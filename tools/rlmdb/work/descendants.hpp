// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <optional>
#include <vector>

namespace rlmdb::cli {

/// A command that this process has started as the leader of a process group, and all processes that come of
/// it. REQUIRES: this process is a subreaper (PR_SET_CHILD_SUBREAPER) and has no other children, so that what
/// loses its parent becomes its child, whatever group or session it has moved to. Only it reaps them: a pid
/// that is signalled here is never a stranger's.
class Descendants {
 public:
  explicit Descendants(pid_t leader) noexcept : m_leader(leader) {}

  [[nodiscard]] pid_t leader() const noexcept { return m_leader; }
  /// The wait status of the command itself; nullopt while it runs.
  [[nodiscard]] std::optional<int> leader_status() const noexcept { return m_status; }
  /// Takes note of those that have ended. True: none is left.
  bool reap() noexcept;
  /// Sends it to the group, and to each child that is not in it. What stands below such a child gets it once
  /// it is a child itself: for an end to all, call it again until reap() says so.
  void signal(int number) const;

 private:
  pid_t m_leader;
  std::optional<int> m_status;
};

}  // namespace rlmdb::cli
