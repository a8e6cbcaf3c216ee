// SPDX-License-Identifier: MIT
#include "format/rest_of_list.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "format/units_text.hpp"
#include "terminal/text_table.hpp"

namespace rlmdb::cli {

std::size_t rows_shown(std::size_t count, const Terminal& terminal) {
  return terminal.is_terminal ? std::min(count, terminal.most_rows.value_or(count)) : count;
}

std::string rest_of_list(std::optional<std::size_t> left, const Terminal& terminal, std::string_view what) {
  if (left == 0) {
    return {};
  }
  const std::string count = left.has_value() ? count_text(*left) + " " : std::string{};
  return tinted(fmt::format("{} {}more{}{} ({})", ellipsis_of(terminal), count, what.empty() ? "" : " ", what,
                            terminal.shows_all),
                Tint::dim, terminal) +
         "\n";
}

std::string first_lines(std::string text, const Terminal& terminal) {
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  const std::size_t most = rows_shown(lines, terminal);
  if (most == lines) {
    return text;
  }
  std::size_t end = 0;
  for (std::size_t line = 0; line < most; ++line) {
    end = text.find('\n', end) + 1;
  }
  return text.erase(end) + rest_of_list(lines - most, terminal, "lines");
}

}  // namespace rlmdb::cli
