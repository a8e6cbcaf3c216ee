// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <string>

#include "transcript.hpp"

namespace cli_tests {

/// A command of a sandbox that runs beside the test, which reads its output while it comes. Killed and reaped
/// on destruction.
class LiveProgram {
 public:
  /// Standard error goes to standard output on a terminal, else it is kept for error().
  LiveProgram(const Sandbox& sandbox, const std::string& command, Surface surface);
  LiveProgram(const LiveProgram&) = delete;
  LiveProgram& operator=(const LiveProgram&) = delete;
  ~LiveProgram();

  /// Waits for the next whole line; "" once the output has ended.
  [[nodiscard]] std::string read_line();
  /// Waits for the end of the output.
  [[nodiscard]] std::string read_rest();
  /// Waits for some more output; "" once it has ended.
  [[nodiscard]] std::string read_some();
  /// Waits until it has been stopped, as by Ctrl-Z.
  void wait_until_stopped() const;
  /// On a terminal: gives it another size.
  void resize(unsigned short columns, unsigned short rows) const;
  /// Waits until its pipe holds as much as it can.
  void wait_until_full() const;
  /// On a terminal: as if typed there.
  void type(const std::string& keys) const;
  void signal(int number) const;
  /// Goes away as the reader.
  void close_output();
  /// Exit code, or minus the signal that ended it.
  [[nodiscard]] int wait();
  [[nodiscard]] std::string error() const;

 private:
  [[nodiscard]] bool read_more();

  std::filesystem::path m_error_file;
  pid_t m_pid = -1;
  int m_output = -1;
  std::string m_unread;
};

}  // namespace cli_tests
