// SPDX-License-Identifier: MIT
#include "terminal_screen.hpp"

#include <stdexcept>
#include <utility>

#include "terminal/visible_text.hpp"

namespace cli_tests {
namespace {

constexpr char k_escape = '\x1b';

/// Bytes of the sequence or character that `bytes` begins with; 0 while it is not complete.
std::size_t length_of_first(std::string_view bytes) {
  if (bytes.front() == k_escape) {
    const std::size_t end = bytes.find_first_of("ABCDEFGHJKhlm", 2);
    return end == std::string_view::npos ? 0 : end + 1;
  }
  const auto byte = static_cast<unsigned char>(bytes.front());
  const std::size_t length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
  return bytes.size() < length ? 0 : length;
}

}  // namespace

void TerminalScreen::feed(std::string_view bytes) {
  m_pending += bytes;
  while (!m_pending.empty()) {
    const std::size_t length = length_of_first(m_pending);
    if (length == 0) {
      return;
    }
    const std::string first = m_pending.substr(0, length);
    m_pending.erase(0, length);
    if (first.front() == k_escape) {
      control(first.substr(1));
    } else {
      put(first);
    }
  }
}

std::string TerminalScreen::text() const {
  std::string text;
  std::string blank;
  for (std::string line : m_lines) {
    line.erase(line.find_last_not_of(' ') + 1);
    blank += "\n";
    if (!line.empty()) {
      text += std::exchange(blank, {}).substr(1) + line + "\n";
    }
  }
  return text;
}

void TerminalScreen::control(const std::string& sequence) {
  const auto clear_from = [this](std::size_t row) {
    m_lines.resize(std::min(m_lines.size(), row + 1));
    if (m_lines.size() == row + 1) {
      m_lines.back().clear();
    }
  };
  if (sequence == "[?1049h" || sequence == "[?1049l") {
    m_is_second = sequence.back() == 'h';
    std::swap(m_lines, m_first);
    m_row = m_is_second ? 0 : m_lines.size();
    m_column = 0;
  } else if (sequence == "[?25h" || sequence == "[?25l") {
    m_shows_cursor = sequence.back() == 'h';
  } else if (sequence == "[H") {
    m_row = m_column = 0;
  } else if (sequence == "[2J") {
    m_lines.clear();
  } else if (sequence == "[K" && m_column == 0) {
    if (m_row < m_lines.size()) {
      m_lines[m_row].clear();
    }
  } else if (sequence == "[J" && m_column == 0) {
    clear_from(m_row);
  } else if (!sequence.ends_with('m')) {
    throw std::runtime_error("a control sequence that this terminal does not know: " + sequence);
  }
}

void TerminalScreen::put(std::string_view character) {
  if (character == "\r") {
    m_column = 0;
  } else if (character == "\n") {
    ++m_row;
  } else {
    m_lines.resize(std::max(m_lines.size(), m_row + 1));
    m_lines[m_row] += character;
    m_column = rlmdb::cli::display_width(m_lines[m_row]);
    m_has_wrapped = m_has_wrapped || (m_is_second && (m_column > m_columns || m_row >= m_rows));
  }
}

}  // namespace cli_tests
