// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace bench {

/// A program whose standard input and output are pipes of ours. When this goes, one that still runs gets SIGTERM,
/// and its end is waited for.
class StartedProgram {
 public:
  explicit StartedProgram(std::vector<std::string> words);
  ~StartedProgram();
  StartedProgram(const StartedProgram&) = delete;
  StartedProgram& operator=(const StartedProgram&) = delete;

  [[nodiscard]] int input() const noexcept { return m_input; }
  [[nodiscard]] int output() const noexcept { return m_output; }

  /// All that it prints, read to its end; throws where it did not end with 0.
  [[nodiscard]] std::string outcome();

 private:
  int wait() noexcept;

  std::string m_name;
  pid_t m_child = -1;
  int m_input = -1;
  int m_output = -1;
};

/// Lines there and back: one is written, the next is its answer.
class Lines {
 public:
  Lines(int input, int output) noexcept : m_input(input), m_output(output) {}

  void send(const std::string& line);
  [[nodiscard]] std::string exchange(const std::string& line);

 private:
  int m_input;
  int m_output;
  std::string m_bytes{};
};

/// A socket that listens at the path, which is waited for.
[[nodiscard]] int connect_to(const std::filesystem::path& path);

}  // namespace bench
