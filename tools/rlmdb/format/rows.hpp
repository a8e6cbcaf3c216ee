// SPDX-License-Identifier: MIT
/// Rows described once. What a terminal's table, the lines in a pipe, --csv and the objects of --json show of
/// a thing is one list of columns.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "format/column_sources.hpp"
#include "format/json_writer.hpp"
#include "format/rest_of_list.hpp"
#include "format/value.hpp"
#include "terminal/fitted_table.hpp"

namespace rlmdb::cli {

/// How a column looks on a screen; one without a title needs none, or is not for the screen.
struct Look {
  std::string title = {};
  std::size_t least_width = 8;  ///< a narrow terminal never cuts the column below this
  std::size_t room = 0;         ///< columns that must be left for it; 0: as wide as its widest value
  std::optional<Align> align = std::nullopt;  ///< without it numbers to the right
};

template <class Row>
class Column {
 public:
  /// `from`: a member, or a function of the row and maybe of the terminal; maybe as_time(), as_money() or
  /// as_bytes(), and outside of these about(). `paints`: a Tint, a function of the row that gives one, or one
  /// of the row and the terminal that gives the whole cell of a screen.
  template <class From, class... Paints>
  Column(std::string name, From from, Look look = {}, Paints... paints)
      : m_name(std::move(name)), m_look(std::move(look)) {
    read(from);
    (paint(paints), ...);
    m_look.align = m_look.align.value_or(
        m_meaning == Meaning::money || m_meaning == Meaning::bytes || m_is_number ? Align::right
                                                                                  : Align::left);
  }

  [[nodiscard]] const std::string& name() const noexcept { return m_name; }
  [[nodiscard]] FittedColumn look() const {
    return {{m_look.title, *m_look.align, m_look.least_width}, m_look.room};
  }
  [[nodiscard]] std::string_view meaning() const noexcept { return m_about; }
  [[nodiscard]] Shape shape() const { return m_shape(); }
  [[nodiscard]] Value value(const Row& row, const Terminal& terminal = {}) const {
    return m_value(row, terminal);
  }
  [[nodiscard]] TableCell plain_cell(const Row& row, const Terminal& terminal) const {
    return {plain_text(m_value(row, terminal), m_meaning), tint(row)};
  }
  [[nodiscard]] TableCell screen_cell(const Row& row, const Terminal& terminal) const {
    return m_cell ? m_cell(row, terminal)
                  : TableCell{readable_text(m_value(row, terminal), m_meaning), tint(row)};
  }

  /// The same column for rows that have a Row in them.
  template <class Outer, class Through>
  [[nodiscard]] Column<Outer> of(Through through) const {
    Column<Outer> outer(m_name, [through, value = m_value](const Outer& row, const Terminal& terminal) {
      return value(std::invoke(through, row), terminal);
    });
    outer.m_look = m_look;
    outer.m_about = m_about;
    outer.m_shape = m_shape;
    outer.m_meaning = m_meaning;
    if (m_tint)
      outer.m_tint = [through, tint = m_tint](const Outer& row) { return tint(std::invoke(through, row)); };
    if (m_cell) {
      outer.m_cell = [through, cell = m_cell](const Outer& row, const Terminal& terminal) {
        return cell(std::invoke(through, row), terminal);
      };
    }
    return outer;
  }

 private:
  template <class>
  friend class Column;

  template <class From>
  void read(From from) {
    if constexpr (requires { from.about; }) {
      m_about = from.about;
      read(from.from);
    } else if constexpr (requires { from.meaning; }) {
      m_meaning = from.meaning;
      read(from.from);
    } else if constexpr (std::invocable<From, const Row&>) {
      m_shape = &plain_shape<std::invoke_result_t<From, const Row&>>;
      m_is_number = is_number<std::remove_cvref_t<std::invoke_result_t<From, const Row&>>>();
      m_value = [from](const Row& row, const Terminal&) { return value_of(std::invoke(from, row)); };
    } else {
      m_shape = &plain_shape<std::invoke_result_t<From, const Row&, const Terminal&>>;
      m_value = [from](const Row& row, const Terminal& terminal) { return value_of(from(row, terminal)); };
    }
  }
  template <class Held>
  static constexpr bool is_number() {
    if constexpr (requires(Held held) { held.value(); }) {
      return is_number<typename Held::value_type>();
    }
    return std::is_arithmetic_v<Held> && !std::same_as<Held, bool>;
  }
  template <class How>
  void paint(How how) {
    if constexpr (std::same_as<How, Tint>) {
      m_tint = [how](const Row&) { return how; };
    } else if constexpr (std::is_invocable_r_v<Tint, How, const Row&>) {
      m_tint = how;
    } else if constexpr (std::is_invocable_r_v<TableCell, How, const Row&, const Terminal&>) {
      m_cell = how;
    } else {
      m_cell = [how](const Row& row, const Terminal&) { return TableCell(how(row)); };
    }
  }
  [[nodiscard]] Tint tint(const Row& row) const { return m_tint ? m_tint(row) : Tint::none; }

  std::string m_name;
  std::string_view m_about;
  Shape (*m_shape)() = nullptr;
  Look m_look;
  Meaning m_meaning = Meaning::none;
  bool m_is_number = false;
  std::function<Value(const Row&, const Terminal&)> m_value;
  std::function<Tint(const Row&)> m_tint;
  std::function<TableCell(const Row&, const Terminal&)> m_cell;
};

/// The columns of rows that are, or have in them, an Inner.
template <class Outer, class Inner, class Through>
[[nodiscard]] std::vector<Column<Outer>> columns_of(Through through,
                                                    const std::vector<Column<Inner>>& inner) {
  std::vector<Column<Outer>> columns;
  for (const Column<Inner>& column : inner) {
    columns.push_back(column.template of<Outer>(through));
  }
  return columns;
}

/// In Places: the columns as they are described.
inline constexpr std::string_view k_every_column = "*";

/// Which columns are where. Names with spaces between them.
struct Places {
  std::string_view screen = k_every_column;  ///< from left to right
  std::string_view lines = screen;           ///< of lines in a pipe and of CSV
  std::string_view gives_way = {};           ///< left out of a narrow screen, in this order
  std::string_view may_lack = {};            ///< left out of a screen where no row says anything
};

/// Which part of a list was asked for, and whether there is more.
template <class Next>
struct PartBefore {
  std::int64_t limit = 0;    ///< 0: none was given
  std::optional<Next> next;  ///< where more begins; nullopt: there is none
};
using ListPart = PartBefore<std::string>;       ///< of a list whose rows have ids
using NumberedPart = PartBefore<std::int64_t>;  ///< of one whose rows are counted

/// Adds `limit`, `truncated` and `next`.
void add_part(JsonObject& object, const ListPart& part);
void add_part(JsonObject& object, const NumberedPart& part);

using Cells = std::vector<TableCell>;

/// What is printed of a list, without the type of its rows.
struct Sheet {
  std::vector<FittedColumn> columns;
  std::vector<Cells> rows;
  std::vector<std::size_t> gives_way;
  std::vector<std::size_t> may_lack;
  std::size_t left = 0;  ///< rows that the screen does not show

  /// Leaves the column at `place` out.
  void drop(std::size_t place);
  [[nodiscard]] std::string table(const Terminal& terminal) const;
};

/// The words of `names`.
[[nodiscard]] std::vector<std::string> words_in(std::string_view names);
/// Their places in `all`, the last of several; a name that is not there is a mistake of the program's.
[[nodiscard]] std::vector<std::size_t> places_in(const std::vector<std::string>& all,
                                                 const std::vector<std::string>& names);
/// What a column may be asked for by.
struct ColumnName {
  std::string name;
  std::string title;  ///< on a screen
  std::size_t place = 0;
};
/// The places of those that were asked for, by their name or their title. Error usage for one that is none of them.
[[nodiscard]] std::vector<std::size_t> places_asked_for(const std::vector<ColumnName>& all,
                                                        const std::vector<std::string>& asked_for);
/// `look` with a title, where it has none.
[[nodiscard]] FittedColumn titled(FittedColumn look, std::string_view name);

/// A line of a pipe, or of CSV, as the terminal says.
[[nodiscard]] std::string line_of(const Cells& cells, const Terminal& terminal);
/// The names of the columns as such a line; "" where none were asked for.
[[nodiscard]] std::string head_of(const std::vector<std::string>& names, const Terminal& terminal);

template <class Row>
class Rows {
 public:
  using Columns = std::vector<Column<Row>>;

  /// `members`: of the JSON object, in order. `others`: what only people and lines are told; one that is
  /// called like a member stands in its place there.
  Rows(Columns members, Columns others = {}, const Places& places = {})
      : m_columns(std::move(members)), m_members(m_columns.size()) {
    for (Column<Row>& other : others) {
      m_columns.push_back(std::move(other));
    }
    const std::vector<std::string> all = names(m_columns.size());
    const auto named = [&all](std::string_view view) {
      return view == k_every_column ? all : words_in(view);
    };
    const std::vector<std::string> shown = named(places.screen);
    m_screen = places_in(all, shown);
    m_lines = places_in(all, named(places.lines));
    m_gives_way = places_in(shown, words_in(places.gives_way));
    m_may_lack = places_in(shown, words_in(places.may_lack));
  }

  /// Adds the members of its JSON object to `object`.
  void operator()(JsonObject& object, const Row& row) const {
    for (std::size_t place = 0; place < m_members; ++place) {
      const Column<Row>& column = m_columns[place];
      if (object.is_asked()) {
        object.say(column.name(), column.shape(), column.meaning());
      } else {
        object.add(column.name(), column.value(row));
      }
    }
  }
  /// The whole object.
  [[nodiscard]] std::string object(const Row& row) const {
    JsonObject object;
    (*this)(object, row);
    return object.text();
  }

  /// {"NAME":[…],"count":2}, and of a list that may be given in parts which one that is.
  template <class List>
  [[nodiscard]] std::string json(std::string_view name, const List& rows,
                                 const std::optional<ListPart>& part = std::nullopt) const {
    JsonObject object;
    object.add_array(name, rows, *this).add("count", rows.size());
    if (part.has_value()) {
      add_part(object, *part);
    }
    return object.text();
  }

  /// What a screen shows of `rows`, as many as it takes, to be changed before it is printed.
  template <class List>
  [[nodiscard]] Sheet sheet(const List& rows, const Terminal& terminal) const {
    const std::size_t shown = rows_shown(rows.size(), terminal);
    Sheet sheet{{}, {}, {}, {}, rows.size() - shown};
    if (terminal.columns.empty()) {
      sheet.gives_way = m_gives_way;
      sheet.may_lack = m_may_lack;
    }
    const std::vector<std::size_t> places = asked_for(terminal, m_screen);
    for (const std::size_t place : places) {
      const FittedColumn look = m_columns[place].look();
      sheet.columns.push_back(terminal.columns.empty() ? look : titled(look, m_columns[place].name()));
    }
    for (const Row& row : rows) {
      if (sheet.rows.size() == shown) break;
      Cells& cells = sheet.rows.emplace_back();
      for (const std::size_t place : places) {
        cells.push_back(m_columns[place].screen_cell(row, terminal));
      }
    }
    return sheet;
  }
  /// A table on a terminal, else lines, with the names of the columns where they were asked for.
  template <class List>
  [[nodiscard]] std::string text(const List& rows, const Terminal& terminal) const {
    if (terminal.is_terminal) {
      return rows.empty() ? std::string{} : sheet(rows, terminal).table(terminal);
    }
    std::string lines = head(terminal);
    for (const Row& row : rows) {
      lines += line(row, terminal);
    }
    return lines;
  }
  [[nodiscard]] std::string head(const Terminal& terminal) const {
    std::vector<std::string> heads;
    for (const std::size_t place : asked_for(terminal, m_lines)) {
      heads.push_back(m_columns[place].name());
    }
    return head_of(heads, terminal);
  }
  [[nodiscard]] std::string line(const Row& row, const Terminal& terminal) const {
    return line_of(cells(row, terminal), terminal);
  }
  /// What stands in such a line.
  [[nodiscard]] Cells cells(const Row& row, const Terminal& terminal) const {
    Cells cells;
    for (const std::size_t place : asked_for(terminal, m_lines)) {
      cells.push_back(m_columns[place].plain_cell(row, terminal));
    }
    return cells;
  }

 private:
  [[nodiscard]] std::vector<std::string> names(std::size_t count) const {
    std::vector<std::string> all;
    for (std::size_t place = 0; place < count; ++place) {
      all.push_back(m_columns[place].name());
    }
    return all;
  }

  /// Of what only a screen has nobody can ask.
  [[nodiscard]] std::vector<std::size_t> asked_for(const Terminal& terminal,
                                                   const std::vector<std::size_t>& usual) const {
    if (terminal.columns.empty()) {
      return usual;
    }
    std::vector<ColumnName> all;
    for (std::size_t place = 0; place < m_columns.size(); ++place) {
      const bool is_line = std::find(m_lines.begin(), m_lines.end(), place) != m_lines.end();
      if (place < m_members || is_line) {
        all.push_back({m_columns[place].name(), m_columns[place].look().column.title, place});
      }
    }
    return places_asked_for(all, terminal.columns);
  }

  Columns m_columns;
  std::size_t m_members;
  std::vector<std::size_t> m_screen;
  std::vector<std::size_t> m_lines;
  std::vector<std::size_t> m_gives_way;
  std::vector<std::size_t> m_may_lack;
};

}  // namespace rlmdb::cli
