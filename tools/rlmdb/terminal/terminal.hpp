// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rlmdb::cli {

enum class ColorChoice { automatic, always, never };

/// How rows are written where they are no table.
enum class LineForm {
  bare,       ///< tab-separated
  headed,     ///< the same below a line with the names of the columns
  csv,        ///< RFC 4180, with such a line
  shown_csv,  ///< the same for a screen: what could move the cursor is escaped, a line feed in a field too
};

/// What one output stream can show.
struct Terminal {
  bool is_terminal = false;
  bool has_color = false;
  std::size_t width = 80;   ///< columns; means something only when is_terminal
  bool has_utf8 = true;     ///< the locale is UTF-8, so lines and bars may be drawn with box characters
  std::size_t height = 24;  ///< rows; means something only when is_terminal
  bool can_redraw = false;  ///< a terminal whose cursor can be moved: TERM is not "dumb"
  LineForm lines = LineForm::bare;
  std::optional<std::size_t> most_rows = {};  ///< of a list on a screen; nullopt: all
  std::vector<std::string> columns = {};  ///< of rows, by name, in this order; none: as they are described
  std::string_view shows_all = "--all";   ///< what to call for the rest
};

/// Looks at the file behind `descriptor`. With `automatic`, colours need a terminal that is not "dumb" and
/// an unset or empty NO_COLOR. The locale is the one LC_ALL, LC_CTYPE or LANG names, the first that is not
/// empty.
[[nodiscard]] Terminal inspect_terminal(int descriptor, ColorChoice choice);

/// Looks again how large the terminal behind `descriptor` is; true when that has changed.
bool follow_size(Terminal& terminal, int descriptor);

}  // namespace rlmdb::cli
