// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace rlmdb::cli {

/// Thrown when the reader of standard output went away; the program then ends without a word.
struct OutputClosed {};

/// Gives closed standard descriptors a harmless file, so that no file opened later lands on one of them and
/// is written to by mistake. Writing to a standard output that was closed keeps failing.
void reserve_standard_descriptors() noexcept;

/// Writes all of `text` to standard error and ignores every failure: talk is never a reason to fail.
void write_standard_error(std::string_view text) noexcept;

/// What is made of text on its way to a terminal, where it could move the cursor, change the title or hide.
enum class TerminalForm {
  as_it_is,  ///< the writer has seen to it; also for everything that is no terminal
  json,      ///< JSON: escaped inside its strings, and the same JSON
  document,  ///< other documents: the visible form, with their line breaks
};

/// Standard output: data only. Buffered; every failure to write is an error, never a silent loss. Or memory, for
/// a call whose answer somebody else sends.
class Output {
 public:
  enum class Into { standard_output, memory };
  explicit Output(Into into = Into::standard_output) : m_into(into) {}
  /// The longest answer that is kept in memory.
  static constexpr std::size_t k_most_bytes_in_memory = std::size_t{64} << 20;

  /// Throws Error io, or OutputClosed on a broken pipe; Error usage for an answer that is too long for memory.
  void write(std::string_view text);
  void flush();
  /// From here on nothing is written out until let_go().
  void hold() noexcept { m_is_held = true; }
  void let_go() noexcept { m_is_held = false; }
  [[nodiscard]] const std::string& held() const noexcept { return m_buffer; }
  /// All that was written into memory.
  [[nodiscard]] std::string take() noexcept { return std::move(m_buffer); }
  /// How what is written from here on is shown.
  void set_form(TerminalForm form) { m_form = form; }
  /// Error io at once when standard output cannot be written at all; for commands that change something.
  void require_writable() const;
  /// From here on a write gives up, and forgets its rest, once `stopped` is true while nobody reads.
  /// Otherwise a reader that has stopped reading would hold the process up for ever.
  void give_up_once(const std::atomic<bool>& stopped) { m_stopped = &stopped; }
  /// False once the other end of a pipe or socket was closed; known without writing.
  [[nodiscard]] bool has_reader() const noexcept;
  /// From here on a failure to write says `hint`, e.g. that the work itself is done.
  void set_failure_hint(std::string hint) { m_failure_hint = std::move(hint); }

 private:
  [[noreturn]] void fail(int error_number) const;
  void keep(std::string_view text);
  /// Writes all of `rest`.
  void send(std::string_view rest);
  /// Waits until some bytes can be written without waiting; false: given up.
  [[nodiscard]] bool wait_for_reader() const noexcept;

  Into m_into;
  const std::atomic<bool>* m_stopped = nullptr;
  TerminalForm m_form = TerminalForm::as_it_is;
  bool m_is_held = false;
  std::string m_buffer;
  std::string m_failure_hint;
};

}  // namespace rlmdb::cli
