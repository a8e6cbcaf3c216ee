// SPDX-License-Identifier: MIT
#include "terminal/fitted_table.hpp"

#include <algorithm>

#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_column_gap = 2;

std::size_t width_wanted(const FittedColumn& column, std::size_t place,
                         const std::vector<std::vector<TableCell>>& rows) {
  if (column.room > 0) {
    return column.room;
  }
  std::size_t width = column.column.title.size();
  for (const auto& row : rows) {
    width = std::max(width, display_width(row[place].text));
  }
  return width + k_column_gap;
}

/// The places of the columns that stay.
std::vector<std::size_t> places_that_fit(const std::vector<FittedColumn>& columns,
                                         const std::vector<std::vector<TableCell>>& rows,
                                         const std::vector<std::size_t>& gives_way, std::size_t width) {
  std::vector<std::size_t> places;
  std::vector<std::size_t> widths;
  std::size_t used = 0;
  for (std::size_t place = 0; place < columns.size(); ++place) {
    places.push_back(place);
    widths.push_back(width_wanted(columns[place], place, rows));
    used += widths.back();
  }
  for (const std::size_t place : gives_way) {
    if (used > width) {
      std::erase(places, place);
      used -= widths[place];
    }
  }
  return places;
}

}  // namespace

std::string fitted_table(const std::vector<FittedColumn>& columns,
                         const std::vector<std::vector<TableCell>>& rows,
                         const std::vector<std::size_t>& gives_way, const Terminal& terminal) {
  const std::vector<std::size_t> places = places_that_fit(columns, rows, gives_way, terminal.width);
  std::vector<TableColumn> heads;
  for (const std::size_t place : places) {
    heads.push_back(columns[place].column);
  }
  TextTable table(heads, terminal);
  for (const auto& row : rows) {
    std::vector<TableCell> cells;
    for (const std::size_t place : places) {
      cells.push_back(row[place]);
    }
    table.add_row(cells);
  }
  return table.take();
}

}  // namespace rlmdb::cli
