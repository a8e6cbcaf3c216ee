// SPDX-License-Identifier: MIT
#include "format/rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "rlmdb/error.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

/// `places` without `gone`, those behind it one less.
void forget(std::vector<std::size_t>& places, std::size_t gone) {
  std::erase(places, gone);
  for (std::size_t& place : places) {
    place -= place > gone ? 1U : 0U;
  }
}

std::string in_capitals(std::string_view text) {
  std::string capitals(text);
  std::transform(capitals.begin(), capitals.end(), capitals.begin(), [](char byte) {
    return byte >= 'a' && byte <= 'z' ? static_cast<char>(byte - 'a' + 'A') : byte;
  });
  return capitals;
}

/// Each once, in their order.
std::vector<std::string> names_of(const std::vector<ColumnName>& all) {
  std::vector<std::string> names;
  for (const ColumnName& column : all) {
    if (std::find(names.begin(), names.end(), column.name) == names.end()) names.push_back(column.name);
  }
  return names;
}

template <class Next>
void add_members(JsonObject& object, const PartBefore<Next>& part) {
  object.add("limit", part.limit, "0: none was given")
      .add("truncated", part.next.has_value(), "there is more behind the last one")
      .add("next", part.next, "the same call with this as `after` goes on there; null where nothing is left");
}

}  // namespace

std::string Sheet::table(const Terminal& terminal) const {
  Sheet shown = *this;
  while (!shown.may_lack.empty()) {
    const std::size_t place = shown.may_lack.back();
    shown.may_lack.pop_back();
    const auto is_empty = [place](const Cells& cells) { return cells[place].text.empty(); };
    if (std::all_of(shown.rows.begin(), shown.rows.end(), is_empty)) {
      shown.drop(place);
    }
  }
  return fitted_table(shown.columns, shown.rows, shown.gives_way, terminal) + rest_of_list(left, terminal);
}

void Sheet::drop(std::size_t place) {
  const auto at = static_cast<std::ptrdiff_t>(place);
  columns.erase(columns.begin() + at);
  for (Cells& cells : rows) {
    cells.erase(cells.begin() + at);
  }
  forget(gives_way, place);
  forget(may_lack, place);
}

void add_part(JsonObject& object, const ListPart& part) {
  add_members(object, part);
}

void add_part(JsonObject& object, const NumberedPart& part) {
  add_members(object, part);
}

std::vector<std::string> words_in(std::string_view names) {
  std::vector<std::string> words;
  for (std::size_t start = 0; start < names.size();) {
    const std::size_t end = std::min(names.find(' ', start), names.size());
    words.emplace_back(names.substr(start, end - start));
    start = end + 1;
  }
  return words;
}

std::vector<std::size_t> places_in(const std::vector<std::string>& all,
                                   const std::vector<std::string>& names) {
  std::vector<std::size_t> places;
  for (const std::string& name : names) {
    const auto found = std::find(all.rbegin(), all.rend(), name);
    if (found == all.rend()) {
      throw std::logic_error("no column is called " + name);
    }
    places.push_back(static_cast<std::size_t>(all.rend() - found) - 1);
  }
  return places;
}

std::vector<std::size_t> places_asked_for(const std::vector<ColumnName>& all,
                                          const std::vector<std::string>& asked_for) {
  std::vector<std::size_t> places;
  for (const std::string& name : asked_for) {
    const std::string title = in_capitals(name);
    const auto found = std::find_if(all.rbegin(), all.rend(), [&](const ColumnName& column) {
      return column.name == name || (!title.empty() && column.title == title);
    });
    if (found == all.rend()) {
      throw Error(ErrorCode::usage, fmt::format("there is no column '{}'", name), {},
                  fmt::format("the columns are {}", fmt::join(names_of(all), ", ")));
    }
    places.push_back(found->place);
  }
  return places;
}

FittedColumn titled(FittedColumn look, std::string_view name) {
  if (look.column.title.empty()) look.column.title = in_capitals(name);
  return look;
}

std::string line_of(const Cells& cells, const Terminal& terminal) {
  const bool is_shown = terminal.lines == LineForm::shown_csv;
  if (terminal.lines != LineForm::csv && !is_shown) {
    return tab_separated_line(cells, terminal);
  }
  std::vector<std::string> fields;
  for (const TableCell& cell : cells) {
    fields.push_back(is_shown ? make_visible(cell.text) : cell.text);
  }
  return csv_line(fields);
}

std::string head_of(const std::vector<std::string>& names, const Terminal& terminal) {
  if (terminal.lines == LineForm::bare) {
    return {};
  }
  Cells cells;
  for (const std::string& name : names) {
    cells.push_back({name});
  }
  return line_of(cells, terminal);
}

}  // namespace rlmdb::cli
