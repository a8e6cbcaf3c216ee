// SPDX-License-Identifier: MIT
/// What keeps all processes of a command together, so that none of them outlives its end.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "frame/descriptor.hpp"
#include "rlmdb/words.hpp"
#include "work/cgroup.hpp"

namespace rlmdb::cli {

enum class Containment : std::int32_t {
  /// A PID namespace of its own, with a keeper as its first process: whoever ends that ends all, and the
  /// keeper ends itself with its guard and at the deadline. The command has a /proc of its own.
  pid_namespace,
  /// A control group (cgroup v2), with a keeper outside of it that kills all in it when it ends.
  cgroup,
  /// The command dies with its guard, and what loses its parent falls to the guard, then to the worker. Both
  /// killed at once leave what the command had started.
  parent_death,
};

}  // namespace rlmdb::cli

template <>
inline constexpr std::array<std::string_view, 3> rlmdb::k_words_of<rlmdb::cli::Containment>{
    "pid-namespace", "cgroup", "parent-death"};

namespace rlmdb::cli {

/// The best that the kernel allows this process, by trying it in a child.
[[nodiscard]] Containment find_containment() noexcept;

/// Makes /proc show the PID namespace of the calling process, to it and to its children alone. 0, or errno.
/// REQUIRES: the process is in a PID namespace of its own.
[[nodiscard]] int mount_own_proc() noexcept;

/// A process that is there as long as anything of a command is. It ends with its starter, at the deadline and
/// when it is told to, and all that it keeps with it.
///
/// In a PID namespace it is the first process: the next children of its starter are in there. It takes in
/// what loses its parent. Also killed it takes all with it, and can only be waited for once they are gone.
/// With a control group it stands outside; what is in there outlives a keeper that is killed.
class Keeper {
 public:
  /// Its exit code when it ended at the deadline.
  static constexpr int k_deadline_code = 3;

  /// nullopt where that cannot be had; nothing has changed then.
  [[nodiscard]] static std::optional<Keeper> start(Containment containment);
  /// Of the control group of the guard with that pid.
  [[nodiscard]] static std::string cgroup_name(pid_t guard);

  [[nodiscard]] pid_t pid() const noexcept { return m_pid; }
  /// nullopt: it is the first of a namespace.
  [[nodiscard]] const std::optional<Cgroup>& cgroup() const noexcept { return m_cgroup; }
  /// In a new process that is to be kept. 0, or errno.
  [[nodiscard]] int take_in() const noexcept;
  /// Of boot_time_ms().
  void set_deadline(std::int64_t deadline_ms) const noexcept;
  /// TERM for all that it keeps; it ends once they have.
  void end_all() const noexcept;
  void kill_all() const noexcept;

 private:
  Keeper(pid_t pid, Descriptor orders, std::optional<Cgroup> cgroup)
      : m_pid(pid), m_orders(std::move(orders)), m_cgroup(std::move(cgroup)) {}

  pid_t m_pid = 0;
  Descriptor m_orders;
  std::optional<Cgroup> m_cgroup;
};

}  // namespace rlmdb::cli
