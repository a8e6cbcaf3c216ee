// SPDX-License-Identifier: MIT
#include "terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace rlmdb::cli {
namespace {

std::string_view environment(const char* name) noexcept {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view{} : std::string_view{value};
}

}  // namespace

Terminal inspect_terminal(int descriptor, ColorChoice choice) noexcept {
  Terminal terminal;
  terminal.is_terminal = ::isatty(descriptor) == 1;
  winsize size{};
  if (terminal.is_terminal && ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    terminal.width = size.ws_col;
  }
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

}  // namespace rlmdb::cli
