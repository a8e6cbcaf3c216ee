// SPDX-License-Identifier: MIT
/// A transcript is a case in plain text: comments, commands, and what each command must print.
///
///     # Why this case is here.
///     $ rlmdb stats
///     > queued	3
///     = 0
///
/// `$` runs a line in a shell, `%` runs it on a terminal of 72 columns. Below it stand its standard output
/// (`> `), its standard error (`! `) and its exit code (`= `). A `\` at the end of a `>` or `!` line that
/// begins with two of that mark says that the output ends there without a line feed. `verify` finds nothing
/// in the databases that it leaves, unless a comment begins with `# Damages a database: `.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace cli_tests {

struct Outcome {
  std::string out;
  std::string error;
  int exit_code = 0;
};

enum class Surface { pipes, terminal };

struct Step {
  Surface surface = Surface::pipes;
  std::string command;
  std::string comment;   ///< lines above it, with their line feeds
  std::string expected;  ///< lines below it
};

[[nodiscard]] std::vector<Step> parse_transcript(std::string_view text);
[[nodiscard]] bool damages_a_database(std::string_view transcript);
/// How an outcome is written below its command.
[[nodiscard]] std::string format_outcome(const Outcome& outcome);
[[nodiscard]] std::string format_step(const Step& step, std::string_view outcome);

/// A fresh directory that holds a copy of tests/cli/inputs, and beside it ../grid, the missions of data/grid;
/// at the end its databases are sound, and it is removed.
class Sandbox {
 public:
  enum class End { sound, damaged };

  explicit Sandbox(End end = End::sound);
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  /// Runs `command` in a shell there, with the program as `rlmdb` and a clean environment; standard input is
  /// empty.
  [[nodiscard]] Outcome run(const std::string& command, Surface surface) const;
  /// In a child process: becomes that shell. Its standard streams are the caller's affair.
  [[noreturn]] void become(const std::string& command) const;
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }

 private:
  End m_end;
  std::filesystem::path m_path;
};

/// Runs a command whose output does not matter; a test fails when the command does.
void run_quietly(const Sandbox& sandbox, const std::string& command);
/// How often `what` stands in `text`.
[[nodiscard]] std::size_t count_of(const std::string& text, const std::string& what);

/// Temporary paths, durations, times and drawn node ids, made equal for every run.
[[nodiscard]] std::string normalised(std::string text, const Sandbox& sandbox);

}  // namespace cli_tests
