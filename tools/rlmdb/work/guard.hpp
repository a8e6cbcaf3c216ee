// SPDX-License-Identifier: MIT
/// The guard of a command: a process between a worker and the command, which sees to it that nothing of the
/// command runs any longer than its task belongs to the worker, whatever becomes of the worker.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "work/containment.hpp"

namespace rlmdb::cli {

/// What is run: a program, found already, and its words.
struct Program {
  std::string path;
  std::vector<std::string> words;
};

/// Finds the program of `words` as a shell would, in PATH. Error not_found where there is none that may be
/// executed.
[[nodiscard]] Program find_program(const std::vector<std::string>& words);

/// Milliseconds of a clock that also goes on while the machine sleeps.
[[nodiscard]] std::int64_t boot_time_ms() noexcept;

/// From a worker to a guard, one packet each. Behind `run` stand the settings of the environment,
/// "NAME=value" or "NAME" for one that is not to be there, each with a NUL at its end.
struct GuardOrder {
  enum class Kind : std::int32_t {
    run,     ///< start the command
    extend,  ///< the deadline is another
    end,     ///< TERM now, KILL after the grace
    kill     ///< KILL now
  };
  Kind kind = Kind::run;
  std::int64_t deadline_ms = 0;  ///< of boot_time_ms(): what runs then is killed
};

/// From a guard to its worker.
struct GuardReport {
  enum class Kind : std::int32_t {
    ready,        ///< `pid` is there until nothing of the command is left; `value` is a Containment
    started,      ///< `pid` is the command
    not_started,  ///< `value` is the errno of execve
    ended         ///< nothing of the command is left, and the guard ends; `value` is its wait status
  };
  enum class Cause : std::int32_t { itself, order, deadline, no_keeper };
  Kind kind = Kind::started;
  Cause cause = Cause::itself;  ///< why it ended
  pid_t pid = 0;
  std::int32_t value = 0;
};

/// The whole life of a guard, in a process of its own: standard input, output and error are those of the
/// command, `channel` is a SOCK_SEQPACKET socket to the worker, no other descriptor is open. Waits for `run`.
/// Everything is killed at once where the worker is gone or the deadline is over; what the command leaves
/// behind when it ends is ended like the command itself. SIGTERM is as the order `end`. Returns an exit code.
/// Where `containment` cannot be had after all, the next best is taken.
[[nodiscard]] int stand_guard(int channel, const Program& program, std::chrono::milliseconds grace,
                              Containment containment);

}  // namespace rlmdb::cli
