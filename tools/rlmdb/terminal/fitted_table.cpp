// SPDX-License-Identifier: MIT
#include "terminal/fitted_table.hpp"

#include <algorithm>
#include <numeric>

#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_column_gap = 2;

std::size_t widest(const FittedColumn& column, std::size_t place,
                   const std::vector<std::vector<TableCell>>& rows) {
  std::size_t width = column.column.title.size();
  for (const auto& row : rows) {
    width = std::max(width, display_width(make_visible(row[place].text)));
  }
  return width;
}

/// The places of the columns that stay.
std::vector<std::size_t> places_that_fit(const std::vector<FittedColumn>& columns,
                                         const std::vector<std::vector<TableCell>>& rows,
                                         const std::vector<std::size_t>& gives_way, std::size_t width) {
  std::vector<std::size_t> places;
  std::vector<std::size_t> widths;  // as wanted
  std::vector<std::size_t> least;   // a table cuts a column no further
  std::size_t used = 0;
  for (std::size_t place = 0; place < columns.size(); ++place) {
    const FittedColumn& column = columns[place];
    const std::size_t all = widest(column, place, rows);
    places.push_back(place);
    widths.push_back(column.room > 0 ? std::min(all + k_column_gap, column.room) : all + k_column_gap);
    least.push_back(std::min(all, column.column.least_width) + k_column_gap);
    used += widths.back();
  }
  for (const std::size_t place : gives_way) {
    if (used > width) {
      std::erase(places, place);
      used -= widths[place];
    }
  }
  // Lines would be wider than the screen, and break: what stands furthest to the right goes, but for two.
  const auto sum_of_least = [&] {
    return std::accumulate(places.begin(), places.end(), std::size_t{0},
                           [&](std::size_t sum, std::size_t place) { return sum + least[place]; });
  };
  constexpr std::size_t k_columns_that_stay = 2;
  while (places.size() > k_columns_that_stay && sum_of_least() > width + k_column_gap) places.pop_back();
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
