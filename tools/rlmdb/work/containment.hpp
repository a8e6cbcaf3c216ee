// SPDX-License-Identifier: MIT
/// What keeps all processes of a command together, so that none of them outlives its end.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "work/descriptor.hpp"

namespace rlmdb::cli {

enum class Containment : std::int32_t {
  /// A PID namespace of its own, with a keeper as its first process: whoever ends that ends all, and the
  /// keeper ends itself with its guard and at the deadline. The command has a /proc of its own.
  pid_namespace,
  /// The command dies with its guard, and what loses its parent falls to the guard, then to the worker. Both
  /// killed at once leave what the command had started.
  parent_death,
};

/// "pid-namespace", "parent-death"
[[nodiscard]] std::string_view to_text(Containment containment) noexcept;

/// The best that the kernel allows this process, by trying it in a child.
[[nodiscard]] Containment find_containment() noexcept;

/// Makes /proc show the PID namespace of the calling process, to it and to its children alone. 0, or errno.
/// REQUIRES: the process is in a PID namespace of its own.
[[nodiscard]] int mount_own_proc() noexcept;

/// The first process of a PID namespace: the next children of the process that starts it are in there. It
/// takes in what loses its parent, and when it ends, the kernel kills whatever else is in the namespace
/// before it can be waited for. It ends with its starter, at the deadline, when it is told to, and by
/// SIGKILL.
class Keeper {
 public:
  /// Its exit code when it ended at the deadline.
  static constexpr int k_deadline_code = 3;

  /// nullopt where the kernel allows no namespace; nothing has changed then.
  [[nodiscard]] static std::optional<Keeper> start();

  [[nodiscard]] pid_t pid() const noexcept { return m_pid; }
  /// Of boot_time_ms().
  void set_deadline(std::int64_t deadline_ms) const noexcept;
  /// TERM for all in the namespace; it ends once they have.
  void end_all() const noexcept;
  void kill_all() const noexcept;

 private:
  Keeper(pid_t pid, Descriptor orders) noexcept : m_pid(pid), m_orders(std::move(orders)) {}

  pid_t m_pid = 0;
  Descriptor m_orders;
};

}  // namespace rlmdb::cli
