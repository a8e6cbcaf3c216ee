// SPDX-License-Identifier: MIT
#include "terminal/live_screen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "frame/last_words.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::string_view k_enter = "\x1b[?1049h\x1b[?25l\x1b[2J";
constexpr std::string_view k_leave = "\x1b[?25h\x1b[?1049l";
constexpr std::string_view k_home = "\x1b[H";
constexpr std::string_view k_clear_line = "\x1b[K";
constexpr std::string_view k_clear_below = "\x1b[J";

}  // namespace

std::string fitted_to_height(const std::string& lines, const Terminal& terminal) {
  const auto count = static_cast<std::size_t>(std::count(lines.begin(), lines.end(), '\n'));
  if (count <= terminal.height) {
    return lines.substr(0, lines.empty() ? 0 : lines.size() - 1);
  }
  std::size_t end = 0;
  for (std::size_t line = 1; line < terminal.height; ++line) {
    end = lines.find('\n', end) + 1;
  }
  const std::string rest =
      fmt::format("{} {} more lines", ellipsis_of(terminal), count + 1 - terminal.height);
  return lines.substr(0, end) + cut_to_width(rest, terminal.width, "");
}

LiveScreen::~LiveScreen() {
  try {
    leave();
  } catch (...) {  // the reader is gone, and so is the screen
    m_is_entered = false;
  }
}

void LiveScreen::draw(const std::string& lines) {
  if (!m_terminal.can_redraw) {
    m_out.write(lines);
    m_out.flush();
    return;
  }
  set_screen_to_leave(k_leave);
  std::string picture(std::exchange(m_is_entered, true) ? "" : k_enter);
  picture += k_home;
  // Cleared before it is written: behind a character in the last column the cursor still stands on it.
  const std::string fitted = fitted_to_height(lines, m_terminal);
  std::size_t begin = 0;
  for (std::size_t end = fitted.find('\n'); end != std::string::npos; end = fitted.find('\n', begin)) {
    picture.append(k_clear_line).append(fitted, begin, end + 1 - begin);
    begin = end + 1;
  }
  picture.append(k_clear_below).append(fitted, begin);
  m_out.write(picture);
  m_out.flush();
}

void LiveScreen::leave() {
  if (std::exchange(m_is_entered, false)) {
    set_screen_to_leave({});
    m_out.write(k_leave);
    m_out.flush();
  }
}

}  // namespace rlmdb::cli
