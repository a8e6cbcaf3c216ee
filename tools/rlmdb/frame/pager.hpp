// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "frame/descriptor.hpp"

namespace rlmdb::cli {

/// The line of a shell that the environment names for long output: RLMDB_PAGER, else PAGER, else `less`. nullopt
/// where that is empty, `cat` or a program that is not there, in the background, and on a terminal that is "dumb".
[[nodiscard]] std::optional<std::string> pager_of_environment();

/// Shows what is written to standard output and standard error page by page, from start() to finish(). A process
/// has one at a time. A signal that ends the process closes both and waits until the person has left the pager, so
/// that no shell reads the same keys.
class Pager {
 public:
  Pager() = default;
  Pager(const Pager&) = delete;
  Pager& operator=(const Pager&) = delete;
  ~Pager() { finish(); }

  /// `command` is a line of a shell. Standard error goes there only where it is a terminal. False where it could not
  /// be started: nothing has changed then.
  bool start(const std::string& command);
  /// Ends what it is given, waits for it, and puts both streams back. False where none was started.
  bool finish() noexcept;

 private:
  Descriptor m_output;
  Descriptor m_error;
  pid_t m_pid = -1;
};

}  // namespace rlmdb::cli
