// SPDX-License-Identifier: MIT
/// Statements live in .sql files, each after a line `-- name: x`, and are embedded at build (EmbedSql.cmake).
#pragma once

#include <stdexcept>
#include <string_view>
#include <vector>

namespace rlmdb::db {

namespace sql_text_detail {

inline constexpr std::string_view k_marker = "-- name: ";

constexpr std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ' || text.back() == '\r'))
    text.remove_suffix(1);
  while (!text.empty() && (text.front() == '\n' || text.front() == ' ')) text.remove_prefix(1);
  return text;
}

/// Position of the next marker that starts a line, at or after `from`; npos when there is none.
constexpr std::size_t find_marker(std::string_view file, std::size_t from) {
  for (;;) {
    const std::size_t found = file.find(k_marker, from);
    if (found == std::string_view::npos || found == 0 || file[found - 1] == '\n') return found;
    from = found + 1;
  }
}

}  // namespace sql_text_detail

struct NamedStatement {
  std::string_view name;
  std::string_view text;
};

/// Cuts the statement that starts at the marker at `*position` and moves `*position` to the next marker
/// (npos at the end). REQUIRES: `*position` is a marker's position.
constexpr NamedStatement next_statement(std::string_view file, std::size_t* position) {
  using namespace sql_text_detail;
  const std::size_t name_begin = *position + k_marker.size();
  const std::size_t line_end = file.find('\n', name_begin);
  const std::size_t next = find_marker(file, name_begin);
  *position = next;
  if (line_end == std::string_view::npos) return {trimmed(file.substr(name_begin)), {}};
  const std::size_t text_end = next == std::string_view::npos ? file.size() : next;
  return {trimmed(file.substr(name_begin, line_end - name_begin)),
          trimmed(file.substr(line_end, text_end - line_end))};
}

/// The statement called `name`; a name that is missing, doubled or without text does not compile.
consteval std::string_view sql_named(std::string_view file, std::string_view name) {
  std::string_view text;
  int matches = 0;
  for (std::size_t at = sql_text_detail::find_marker(file, 0); at != std::string_view::npos;) {
    const NamedStatement statement = next_statement(file, &at);
    if (statement.name != name) continue;
    text = statement.text;
    ++matches;
  }
  if (matches != 1) throw std::logic_error("no statement, or more than one, has this name");
  if (text.empty()) throw std::logic_error("the statement has no text");
  return text;
}

/// All statements of a file in their order, for tests that prepare and explain each.
[[nodiscard]] inline std::vector<NamedStatement> all_statements(std::string_view file) {
  std::vector<NamedStatement> statements;
  for (std::size_t at = sql_text_detail::find_marker(file, 0); at != std::string_view::npos;)
    statements.push_back(next_statement(file, &at));
  return statements;
}

}  // namespace rlmdb::db
