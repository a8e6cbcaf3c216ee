// SPDX-License-Identifier: MIT
#include "terminal/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

namespace rlmdb::cli {
namespace {

std::string_view environment(const char* name) noexcept {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view{} : std::string_view{value};
}

/// "C.UTF-8", "de_DE.utf8".
bool is_utf8_locale() {
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string locale(environment(name));
    if (locale.empty()) {
      continue;
    }
    std::transform(locale.begin(), locale.end(), locale.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
  }
  return false;
}

}  // namespace

Terminal inspect_terminal(int descriptor, ColorChoice choice) {
  Terminal terminal;
  terminal.has_utf8 = is_utf8_locale();
  terminal.is_terminal = ::isatty(descriptor) == 1;
  terminal.can_redraw = terminal.is_terminal && environment("TERM") != "dumb";
  follow_size(terminal, descriptor);
  switch (choice) {
    case ColorChoice::always:
      terminal.has_color = true;
      break;
    case ColorChoice::never:
      terminal.has_color = false;
      break;
    case ColorChoice::automatic:
      terminal.has_color =
          terminal.is_terminal && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
      break;
  }
  return terminal;
}

bool follow_size(Terminal& terminal, int descriptor) {
  winsize size{};
  if (!terminal.is_terminal || ::ioctl(descriptor, TIOCGWINSZ, &size) != 0) {
    return false;
  }
  const std::size_t width = size.ws_col > 0 ? size.ws_col : terminal.width;
  const std::size_t height = size.ws_row > 0 ? size.ws_row : terminal.height;
  const bool is_wider_or_narrower = std::exchange(terminal.width, width) != width;
  const bool is_higher_or_lower = std::exchange(terminal.height, height) != height;
  return is_wider_or_narrower || is_higher_or_lower;
}

}  // namespace rlmdb::cli
