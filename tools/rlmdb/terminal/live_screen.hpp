// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "terminal/output.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// A picture on standard output that is drawn again in place, on the terminal's second screen: a resize never
/// leaves parts of an older picture behind, and what stood on the terminal before is back afterwards. Where
/// the cursor cannot be moved each picture is printed below the last one.
class LiveScreen {
 public:
  LiveScreen(Output& out, const Terminal& terminal) : m_out(out), m_terminal(terminal) {}
  LiveScreen(const LiveScreen&) = delete;
  LiveScreen& operator=(const LiveScreen&) = delete;
  /// As leave(), but a failure to write is swallowed.
  ~LiveScreen();

  /// Shows whole lines, no wider than the terminal, at once; what does not fit its height is counted in the
  /// last line. The terminal is the caller's and may have changed its size since.
  void draw(const std::string& lines);
  /// Back to the first screen, with the cursor shown. Nothing where nothing was drawn.
  void leave();

 private:
  Output& m_out;
  const Terminal& m_terminal;
  bool m_is_entered = false;
};

/// The beginning of whole lines that fits `terminal`, without a line feed at the end.
[[nodiscard]] std::string fitted_to_height(const std::string& lines, const Terminal& terminal);

}  // namespace rlmdb::cli
