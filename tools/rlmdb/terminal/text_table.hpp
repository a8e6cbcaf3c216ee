// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "terminal/terminal.hpp"

namespace rlmdb::cli {

enum class Align { left, right };
enum class Tint { none, bold, dim, red, green, yellow, blue, magenta };

/// `text` in that colour where the terminal shows colours, else `text` as it is.
[[nodiscard]] std::string tinted(std::string_view text, Tint tint, const Terminal& terminal);

/// What stands for the end of a text that was cut: "…", or "..." where the terminal has no UTF-8.
[[nodiscard]] std::string_view ellipsis_of(const Terminal& terminal) noexcept;

struct TableColumn {
  std::string title;
  Align align = Align::left;
  std::size_t least_width = 8;  ///< a narrow terminal never cuts the column below this
};

struct TableCell {
  std::string text;
  Tint tint = Tint::none;
};

/// An aligned table. On a terminal, text is made visible and wide columns are cut (with "…") so that a line
/// fits the width; elsewhere nothing is cut.
class TextTable {
 public:
  TextTable(std::vector<TableColumn> columns, const Terminal& terminal);

  void add_row(std::vector<TableCell> cells);
  [[nodiscard]] std::size_t pending_rows() const noexcept { return m_rows.size(); }
  /// The rows added since the last call, as lines. The first call also gives the header and settles the
  /// widths for good, so a long result can be printed piece by piece.
  [[nodiscard]] std::string take();

 private:
  void settle_widths();
  void append_line(std::string& lines, const std::vector<TableCell>& cells) const;

  std::vector<TableColumn> m_columns;
  Terminal m_terminal;
  std::vector<std::vector<TableCell>> m_rows;
  std::vector<std::size_t> m_widths;
};

/// One line of tab-separated fields (see tab_field), coloured only where the terminal shows colours.
[[nodiscard]] std::string tab_separated_line(const std::vector<TableCell>& cells, const Terminal& terminal);

/// A line of CSV (RFC 4180), ended by a line feed.
[[nodiscard]] std::string csv_line(const std::vector<std::string>& fields);

}  // namespace rlmdb::cli
