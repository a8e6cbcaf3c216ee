// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace rlmdb::cli {

enum class ColorChoice { automatic, always, never };

/// What one output stream can show.
struct Terminal {
  bool is_terminal = false;
  bool has_color = false;
  std::size_t width = 80;  ///< columns; means something only when is_terminal
  bool has_utf8 = true;    ///< the locale is UTF-8, so lines and bars may be drawn with box characters
};

/// Looks at the file behind `descriptor`. With `automatic`, colours need a terminal that is not "dumb" and
/// an unset or empty NO_COLOR. The locale is the one LC_ALL, LC_CTYPE or LANG names, the first that is not
/// empty.
[[nodiscard]] Terminal inspect_terminal(int descriptor, ColorChoice choice);

}  // namespace rlmdb::cli
