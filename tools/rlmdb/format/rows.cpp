// SPDX-License-Identifier: MIT
#include "format/rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "format/csv.hpp"
#include "format/units_text.hpp"

namespace rlmdb::cli {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
// What C++20 deduces by itself; clang 14, which lints, does not yet.
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

/// `places` without `gone`, those behind it one less.
void forget(std::vector<std::size_t>& places, std::size_t gone) {
  std::erase(places, gone);
  for (std::size_t& place : places) {
    place -= place > gone ? 1U : 0U;
  }
}

}  // namespace

std::string plain_text(const Value& value, Meaning meaning) {
  return std::visit(
      Overloaded{
          [](std::monostate) { return std::string(); },
          [](bool holds) { return std::string(holds ? "true" : "false"); },
          [](std::int64_t number) { return std::to_string(number); },
          [&](double number) {
            return meaning == Meaning::money ? money_text(number) : fmt::format("{}", number);
          },
          [](const std::vector<std::string>& texts) { return fmt::format("{}", fmt::join(texts, ",")); },
          [](const JsonView& json) { return std::string(json.text); },
          [](const JsonText& json) { return json.text; }, [](const auto& text) { return std::string(text); }},
      value);
}

std::string readable_text(const Value& value, Meaning meaning) {
  if (meaning == Meaning::money && std::holds_alternative<double>(value)) {
    return usd_text(std::get<double>(value));
  }
  if (meaning == Meaning::bytes && std::holds_alternative<std::int64_t>(value)) {
    return bytes_text(static_cast<std::uint64_t>(std::get<std::int64_t>(value)));
  }
  const std::string text = plain_text(value, meaning);
  return meaning == Meaning::time ? minute_of(text) : text;
}

void append_value(std::string& json, const Value& value) {
  std::visit(Overloaded{[&](std::monostate) { json += "null"; },
                        [&](const std::vector<std::string>& texts) {
                          json += '[';
                          for (const std::string& text : texts) {
                            json += &text == &texts.front() ? "" : ",";
                            append_json(json, std::string_view(text));
                          }
                          json += ']';
                        },
                        [&](const JsonView& held) { json += held.text.empty() ? "null" : held.text; },
                        [&](const std::string& text) { append_json(json, std::string_view(text)); },
                        [&](const auto& held) { append_json(json, held); }},
             value);
}

std::string Sheet::table(const Terminal& terminal) const {
  Sheet left = *this;
  while (!left.may_lack.empty()) {
    const std::size_t place = left.may_lack.back();
    left.may_lack.pop_back();
    const auto is_empty = [place](const Cells& cells) { return cells[place].text.empty(); };
    if (std::all_of(left.rows.begin(), left.rows.end(), is_empty)) {
      left.drop(place);
    }
  }
  return fitted_table(left.columns, left.rows, left.gives_way, terminal);
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

std::string line_of(const Cells& cells, const Terminal& terminal) {
  if (terminal.lines != LineForm::csv) {
    return tab_separated_line(cells, terminal);
  }
  std::vector<std::string> fields;
  for (const TableCell& cell : cells) {
    fields.push_back(cell.text);
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
