// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace rlmdb::cli {

/// A file that is read once from its beginning; "-" is standard input.
class InputFile {
 public:
  /// Error not_found or io.
  explicit InputFile(const std::string& path);
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  /// Waits for at least one byte and appends at most `most_bytes` to `text`. 0: the end. Error io.
  std::size_t read(std::string& text, std::size_t most_bytes) const;
  /// True as soon as read() would not wait, false after `longest`.
  [[nodiscard]] bool wait(std::chrono::milliseconds longest) const;
  /// The path, or "standard input".
  [[nodiscard]] const std::string& name() const noexcept { return m_name; }

 private:
  std::string m_name;
  int m_descriptor;
};

/// From now on standard input is no file to read: Error usage. For a process that others talk to through it.
void give_away_standard_input() noexcept;

/// All that is left of it, in memory.
[[nodiscard]] std::string read_all(const InputFile& file);

/// Works in that directory from here on. Error not_found, and conflict for links of others (open_directory()).
void enter_directory(const std::string& path);

}  // namespace rlmdb::cli
