// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frame/descriptor.hpp"
#include "work/guard.hpp"

namespace rlmdb::cli {

/// What came of a command, once nothing of it is left.
struct CommandEnd {
  enum class Cause {
    itself,      ///< it ended, or something else than rlmdb ended it
    order,       ///< end() or kill()
    deadline,    ///< the guard, because the deadline was over
    no_guard,    ///< somebody killed the guard, or the keeper
    not_started  ///< `value` is the errno of execve
  };
  Cause cause = Cause::itself;
  int value = 0;  ///< its wait status
};

/// A command and its guard, seen from the worker, with pipes to its standard streams. The guard is there from
/// the beginning and may own a claim: as long as anything of the command lives it lives, too. A destroyed one
/// was killed, and nothing of it is left on return. For one thread. REQUIRES: the process is a subreaper.
class GuardedCommand {
 public:
  /// Starts the guard. Error io where the system has no process or descriptor left.
  GuardedCommand(const Program& program, std::chrono::milliseconds grace, Containment containment);
  GuardedCommand(const GuardedCommand&) = delete;
  GuardedCommand& operator=(const GuardedCommand&) = delete;
  ~GuardedCommand();

  /// A process that is there until nothing of the command is left.
  [[nodiscard]] pid_t owner() const noexcept { return m_owner; }
  [[nodiscard]] Containment containment() const noexcept { return m_containment; }
  /// The command; 0 until look() has seen it start.
  [[nodiscard]] pid_t pid() const noexcept { return m_command; }

  /// Starts the command. `environment`: "NAME=value", or "NAME" for what is not to be there. Error io.
  void run(const std::vector<std::string>& environment, std::int64_t deadline_ms);
  /// It is killed at another moment of boot_time_ms().
  void extend(std::int64_t deadline_ms) const noexcept;
  /// Asks for its end: TERM, and KILL after the grace.
  void end() const noexcept;
  void kill() const noexcept;

  /// What came of it since; waits for nothing. nullopt: it runs.
  [[nodiscard]] std::optional<CommandEnd> look();

  // Descriptors that do not wait; of a stream that has ended none.
  [[nodiscard]] const Descriptor& channel() const noexcept { return m_channel; }
  [[nodiscard]] Descriptor& input() noexcept { return m_input; }
  [[nodiscard]] Descriptor& output() noexcept { return m_output; }
  [[nodiscard]] Descriptor& errors() noexcept { return m_errors; }

 private:
  void send(GuardOrder::Kind kind, std::int64_t deadline_ms = 0) const noexcept;
  [[nodiscard]] std::optional<CommandEnd> end_without_guard();
  [[nodiscard]] bool is_nothing_inherited() const;
  void bury_guard();
  void bury_keeper() const;
  void take_ready();

  Descriptor m_channel;
  Descriptor m_input;
  Descriptor m_output;
  Descriptor m_errors;
  pid_t m_guard = 0;
  pid_t m_owner = 0;
  pid_t m_command = 0;
  Containment m_containment;
};

}  // namespace rlmdb::cli
