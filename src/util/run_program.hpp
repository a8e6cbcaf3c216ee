// SPDX-License-Identifier: MIT
/// A program that is asked something and watched meanwhile: no shell, no terminal, an end by the clock.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rlmdb::util {

struct ProgramCall {
  /// The first is the program: a path with "/", or a name that is looked for in the absolute directories of
  /// PATH alone, so that no file of the present directory is taken for it.
  std::vector<std::string> words;
  std::string input{};                             ///< what it reads from stdin; "": nothing
  std::vector<std::string> environment{};          ///< NAME=value, in the place of ours
  std::vector<std::string> dropped_variables{};    ///< "GIT_": those of ours that begin so do not reach it
  std::chrono::milliseconds most_time{10'000};     ///< from its start until its output and itself have ended
  std::size_t most_bytes = std::size_t{4} << 20U;  ///< of its stdout
};

enum class ProgramEnd {
  exited,       ///< `code` is its status
  signalled,    ///< `code` is the signal
  too_long,     ///< ended by SIGKILL when its time was over
  too_much,     ///< ended by SIGKILL when it had said more than it may
  not_started,  ///< there is no such program, or it cannot be run; `code` is the errno
};

struct ProgramResult {
  ProgramEnd end = ProgramEnd::not_started;
  int code = 0;
  std::string output{};  ///< at most `most_bytes`
  std::string errors{};  ///< the first 16 KiB of its stderr; the rest is read and forgotten

  /// Whether it exited with 0.
  [[nodiscard]] bool is_good() const noexcept { return end == ProgramEnd::exited && code == 0; }
};

/// Runs it in a process group of its own, all of which is gone on return: what it left behind gets SIGKILL.
/// May be called from any thread. Throws Error io where the system gives no pipe or process.
[[nodiscard]] ProgramResult run_program(const ProgramCall& call);

/// The end in words: "ended with status 128", "took longer than 10 s", "is not installed".
[[nodiscard]] std::string to_text(const ProgramCall& call, const ProgramResult& result);

}  // namespace rlmdb::util
