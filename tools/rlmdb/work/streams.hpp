// SPDX-License-Identifier: MIT
/// What goes through the pipes of a command. Nothing here waits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "frame/descriptor.hpp"

namespace rlmdb::cli {

/// Text on its way to a standard input that may never be read.
class InputText {
 public:
  explicit InputText(std::string text) : m_text(std::move(text)) {}
  /// Writes what goes in; closes the pipe behind the last byte, and where its reader is gone.
  void write(Descriptor& pipe);

 private:
  std::string m_text;
  std::size_t m_written = 0;
};

/// Reads what is there, at most `most` bytes behind `text`; closes the pipe at its end. False: it would have
/// to wait, or has ended.
bool read_some(Descriptor& pipe, std::string& text, std::size_t most);

/// What a command writes to its standard output, which is text, up to a size.
class OutputText {
 public:
  explicit OutputText(std::int64_t most_bytes) : m_most(static_cast<std::size_t>(most_bytes)) {}

  /// True: something came.
  bool read(Descriptor& pipe);
  [[nodiscard]] bool is_too_large() const noexcept { return m_text.size() > m_most; }
  /// The whole characters that were not taken yet.
  [[nodiscard]] std::string_view pending() const;
  [[nodiscard]] std::size_t taken_bytes() const noexcept { return m_taken; }
  void take(std::size_t bytes) noexcept { m_taken += bytes; }
  /// Whether what comes behind pending() is no beginning of a character; `at_end`: nothing more comes.
  [[nodiscard]] bool is_no_text(bool at_end) const;
  [[nodiscard]] const std::string& text() const noexcept { return m_text; }

 private:
  std::string m_text;
  std::size_t m_taken = 0;
  std::size_t m_most;
};

/// The last lines of a standard error.
class ErrorTail {
 public:
  void read(Descriptor& pipe);
  /// At most 20 lines and 4 KiB, as text: U+FFFD stands for what is none. Without a line feed at its end.
  [[nodiscard]] std::string lines() const;

 private:
  std::string m_bytes;
  bool m_is_cut = false;
};

}  // namespace rlmdb::cli
