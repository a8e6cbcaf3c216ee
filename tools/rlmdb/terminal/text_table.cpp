// SPDX-License-Identifier: MIT
#include "terminal/text_table.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_table_gap = 2;

std::string_view color_sequence(Tint tint) {
  switch (tint) {
    case Tint::none:
      return "";
    case Tint::bold:
      return "\x1b[1m";
    case Tint::dim:
      return "\x1b[2m";
    case Tint::red:
      return "\x1b[31m";
    case Tint::green:
      return "\x1b[32m";
    case Tint::yellow:
      return "\x1b[33m";
    case Tint::blue:
      return "\x1b[34m";
    case Tint::magenta:
      return "\x1b[35m";
  }
  return "";
}

std::size_t line_width(const std::vector<std::size_t>& widths) {
  const std::size_t gaps = widths.empty() ? 0 : k_table_gap * (widths.size() - 1);
  return std::accumulate(widths.begin(), widths.end(), gaps);
}

}  // namespace

std::string tinted(std::string_view text, Tint tint, const Terminal& terminal) {
  if (!terminal.has_color || tint == Tint::none || text.empty()) {
    return std::string(text);
  }
  return std::string(color_sequence(tint)).append(text).append("\x1b[0m");
}

std::string_view ellipsis_of(const Terminal& terminal) noexcept {
  return terminal.has_utf8 ? "…" : "...";
}

TextTable::TextTable(std::vector<TableColumn> columns, const Terminal& terminal)
    : m_columns(std::move(columns)), m_terminal(terminal) {}

void TextTable::add_row(std::vector<TableCell> cells) {
  for (TableCell& cell : cells) {
    cell.text = make_visible(cell.text);
  }
  m_rows.push_back(std::move(cells));
}

std::string TextTable::take() {
  std::string lines;
  if (m_widths.empty()) {
    settle_widths();
    std::vector<TableCell> header;
    for (const TableColumn& column : m_columns) {
      header.push_back({make_visible(column.title), Tint::bold});
    }
    append_line(lines, header);
  }
  for (const auto& row : m_rows) {
    append_line(lines, row);
  }
  m_rows.clear();
  return lines;
}

void TextTable::settle_widths() {
  for (std::size_t column = 0; column < m_columns.size(); ++column) {
    std::size_t width = display_width(make_visible(m_columns[column].title));
    for (const auto& row : m_rows) {
      width = std::max(width, display_width(row[column].text));
    }
    m_widths.push_back(m_terminal.is_terminal ? std::min(width, m_terminal.width) : width);
  }
  while (m_terminal.is_terminal && line_width(m_widths) > m_terminal.width) {
    std::size_t widest = m_widths.size();
    for (std::size_t column = 0; column < m_widths.size(); ++column) {
      const bool may_shrink = m_widths[column] > m_columns[column].least_width;
      if (may_shrink && (widest == m_widths.size() || m_widths[column] >= m_widths[widest])) {
        widest = column;
      }
    }
    if (widest == m_widths.size()) {
      return;
    }
    --m_widths[widest];
  }
}

void TextTable::append_line(std::string& lines, const std::vector<TableCell>& cells) const {
  for (std::size_t column = 0; column < cells.size(); ++column) {
    const bool is_last = column + 1 == cells.size();
    const std::string text = m_terminal.is_terminal
                                 ? cut_to_width(cells[column].text, m_widths[column], ellipsis_of(m_terminal))
                                 : cells[column].text;
    const std::size_t width = display_width(text);
    const std::string padding(m_widths[column] > width ? m_widths[column] - width : 0, ' ');
    const bool right = m_columns[column].align == Align::right;
    lines += right ? padding : "";
    lines += tinted(text, cells[column].tint, m_terminal);
    lines += right || is_last ? "" : padding;
    lines += is_last ? "\n" : std::string(k_table_gap, ' ');
  }
}

std::string tab_separated_line(const std::vector<TableCell>& cells, const Terminal& terminal) {
  std::string line;
  for (const TableCell& cell : cells) {
    line += line.empty() && &cell == &cells.front() ? "" : "\t";
    const std::string field = tab_field(cell.text);
    cell.tint == Tint::none ? line.append(field) : line.append(tinted(field, cell.tint, terminal));
  }
  line += '\n';
  return line;
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) {
    line += &field == &fields.front() ? "" : ",";
    if (field.find_first_of(",\"\r\n") == std::string::npos) {
      line += field;
      continue;
    }
    line += '"';
    for (const char character : field) {
      line += character == '"' ? "\"\"" : std::string(1, character);
    }
    line += '"';
  }
  return line + "\n";
}

}  // namespace rlmdb::cli
