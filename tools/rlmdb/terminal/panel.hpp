// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "terminal/text_table.hpp"

namespace rlmdb::cli {

/// A frame around labelled lines, as wide as its longest line needs and at least as the seeds draw it; on a
/// narrow terminal lines are cut. Rounded box characters, or "+-|" where the terminal has no UTF-8.
class Panel {
 public:
  explicit Panel(const Terminal& terminal) : m_terminal(terminal) {}

  /// A line of its own. Text is made visible, also where no terminal is: the frame must hold.
  void add_title(std::string_view text);
  void add_rule();
  void add_blank();
  /// "Running:         2"
  void add_field(std::string_view label, std::string_view value, Tint tint = Tint::none);
  /// "Progress: [██████▒▒▒▒] 67%"
  void add_bar(std::string_view label, int cells, int all_cells, std::string_view value);
  [[nodiscard]] std::string take() const;

 private:
  enum class Kind { text, rule };
  struct Line {
    Kind kind = Kind::text;
    std::vector<TableCell> parts;
  };
  [[nodiscard]] std::size_t inner_width() const;
  [[nodiscard]] std::string framed(const Line& line, std::size_t width) const;

  Terminal m_terminal;
  std::vector<Line> m_lines;
};

}  // namespace rlmdb::cli
