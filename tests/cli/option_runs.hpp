// SPDX-License-Identifier: MIT
/// Calls of the program, each in the same project as it was made, and what two of them differ in.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "transcript.hpp"

namespace cli_tests {

/// A call, what it said, and the project that it left.
struct CallRun {
  std::string call;
  Outcome outcome;
  std::filesystem::path left;  ///< the directory
  std::int64_t began_ms = 0;
};

/// Two calls are kept at a time: the one without an option, and the one with it.
enum class Kept { without, with };

class OptionRuns {
 public:
  /// The project of the documents, and what `preparation` adds to it.
  explicit OptionRuns(const std::vector<std::string>& preparation);

  /// Runs `rlmdb CALL` in a copy of the project, which always has the same name then. What it left stays until
  /// the next call that is kept as the same.
  [[nodiscard]] CallRun run(const std::string& call, Kept kept);
  /// What two calls differ in, but for the clock and what is drawn: "exit 0, then 2", a line, a row or a file;
  /// "" for nothing.
  [[nodiscard]] std::string difference(const CallRun& without, const CallRun& with) const;

 private:
  void restore_project(Kept kept);
  [[nodiscard]] std::string settled(const std::string& text, const CallRun& run) const;
  [[nodiscard]] std::string difference_of_lines(const std::vector<std::string>& without,
                                                const std::vector<std::string>& with, const CallRun& first,
                                                const CallRun& second) const;
  [[nodiscard]] std::string difference_of_files(const CallRun& without, const CallRun& with) const;

  /// A file as it was copied, which a change of it makes another.
  struct Stamp {
    std::filesystem::file_time_type changed;
    std::uintmax_t bytes = 0;
    bool operator==(const Stamp&) const = default;
  };
  [[nodiscard]] bool is_as_copied(Kept kept, const std::string& name,
                                  const std::filesystem::path& file) const;
  static Stamp stamp_of(const std::filesystem::path& file);

  /// Of a database that the call without an option left, which is compared with many.
  [[nodiscard]] const std::vector<std::string>& rows_without(const std::filesystem::path& database) const;

  Sandbox m_sandbox;
  mutable std::map<std::filesystem::path, std::vector<std::string>> m_rows_without;
  std::map<Kept, std::map<std::string, Stamp>> m_copied;
  std::filesystem::path m_base;
  std::set<std::string> m_directories;  ///< of the project, each behind those that it is in
  std::set<std::string> m_files;
  std::string m_token;
  std::set<std::string> m_names;  ///< ids that the project has
  std::int64_t m_made_ms = 0;
};

}  // namespace cli_tests
