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
};

/// Looks at the file behind `descriptor`. With `automatic`, colours need a terminal that is not "dumb" and
/// an unset or empty NO_COLOR.
[[nodiscard]] Terminal inspect_terminal(int descriptor, ColorChoice choice) noexcept;

}  // namespace rlmdb::cli
