// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cli_tests {

/// What a terminal would show: of the control sequences those that the program uses; any other one throws.
/// The second screen is cleared when it is entered, and the first is back when it is left.
class TerminalScreen {
 public:
  TerminalScreen(std::size_t columns, std::size_t rows) : m_columns(columns), m_rows(rows) {}

  void feed(std::string_view bytes);
  void resize(std::size_t columns, std::size_t rows) {
    m_columns = columns;
    m_rows = rows;
  }

  /// The rows of the screen that is shown, without blanks at their ends, up to the last that holds anything.
  [[nodiscard]] std::string text() const;
  /// Whether a character ever stood beyond the last column or row of the second screen.
  [[nodiscard]] bool has_wrapped() const { return m_has_wrapped; }
  void forget_wraps() { m_has_wrapped = false; }
  [[nodiscard]] bool shows_cursor() const { return m_shows_cursor; }
  [[nodiscard]] bool is_second() const { return m_is_second; }

 private:
  void control(const std::string& sequence);
  void put(std::string_view character);

  std::size_t m_columns;
  std::size_t m_rows;
  std::string m_pending;             ///< the beginning of a sequence or character that is not complete
  std::vector<std::string> m_lines;  ///< of the screen that is shown; written left to right only
  std::vector<std::string> m_first;
  std::size_t m_row = 0;
  std::size_t m_column = 0;
  bool m_shows_cursor = true;
  bool m_is_second = false;
  bool m_has_wrapped = false;
};

}  // namespace cli_tests
