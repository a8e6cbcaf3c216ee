// SPDX-License-Identifier: MIT
#include "grid/markdown_table.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "grid/grid_markdown.hpp"
#include "grid/grid_values.hpp"
#include "grid/grid_words.hpp"
#include "grid/labelled_text.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"

namespace rlmdb::grid {

namespace {

/// What a column's heading means.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> k_columns = {{{"thread", "id"},
                                                                                      {"id", "id"},
                                                                                      {"name", "name"},
                                                                                      {"what", "name"},
                                                                                      {"description", "name"},
                                                                                      {"task", "name"},
                                                                                      {"title", "name"},
                                                                                      {"commit", "commit"},
                                                                                      {"hash", "commit"},
                                                                                      {"status", "status"},
                                                                                      {"state", "status"},
                                                                                      {"files", "files"}}};

std::string cell_text(std::string_view cell) {
  std::string text(trimmed(cell));
  for (const std::string_view mark : {"**", "`"}) {
    if (text.size() < 2 * mark.size() || !text.starts_with(mark) || !text.ends_with(mark)) continue;
    text = text.substr(mark.size(), text.size() - 2 * mark.size());
  }
  return text;
}

/// "| a | b |" as "a", "b". A bar behind a backslash is one of the text.
std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  line = trimmed(line);
  if (!line.starts_with('|')) return cells;
  std::string cell;
  for (std::size_t at = 1; at < line.size(); ++at) {
    if (line[at] == '\\' && at + 1 < line.size() && line[at + 1] == '|') {
      cell += '|';
      ++at;
    } else if (line[at] == '|') {
      cells.push_back(cell_text(std::exchange(cell, {})));
    } else {
      cell += line[at];
    }
  }
  if (!trimmed(cell).empty()) cells.push_back(cell_text(cell));
  return cells;
}

bool is_rule(const std::vector<std::string>& cells) {
  return !cells.empty() && std::all_of(cells.begin(), cells.end(), [](const std::string& cell) {
    return !cell.empty() && cell.find_first_not_of("-: ") == std::string::npos;
  });
}

struct Table {
  std::vector<std::string_view> members;  ///< of each column; "": of none that is known
  std::size_t rows_begin = 0;
  std::size_t rows_end = 0;
};

std::vector<std::string_view> members_of(const std::vector<std::string>& headings) {
  std::vector<std::string_view> members;
  for (const std::string& heading : headings) {
    const std::string name = snake_case(heading);
    const auto known = std::find_if(k_columns.begin(), k_columns.end(),
                                    [&](const auto& column) { return column.first == name; });
    const std::string_view member = known == k_columns.end() ? std::string_view() : known->second;
    const bool is_taken = std::find(members.begin(), members.end(), member) != members.end();
    // "Thread" beside an "ID" is its name.
    members.push_back(!is_taken ? member : member == "id" ? std::string_view("name") : std::string_view());
  }
  return members;
}

std::optional<Table> find_table(std::string_view text) {
  std::vector<std::string> before;
  for (std::size_t at = 0; at < text.size();) {
    const Line line = line_at(text, at);
    at = line.end;
    std::vector<std::string> cells = cells_of(line.text);
    if (is_rule(cells) && cells.size() == before.size()) {
      Table table{members_of(before), line.end, line.end};
      const bool has_thread = std::any_of(before.begin(), before.end(), [](const std::string& heading) {
        return snake_case(heading) == "thread" || snake_case(heading) == "threads";
      });
      while (has_thread && table.rows_end < text.size()) {
        const Line row = line_at(text, table.rows_end);
        if (cells_of(row.text).empty()) break;
        table.rows_end = row.end;
      }
      if (has_thread) return table;
    }
    before = std::move(cells);
  }
  return std::nullopt;
}

std::string files_of(std::string_view cell) {
  std::vector<std::string> files;
  while (!cell.empty()) {
    const std::size_t comma = std::min(cell.find(','), cell.size());
    if (const std::string file = cell_text(cell.substr(0, comma)); !file.empty())
      files.push_back(json::quoted(file));
    cell.remove_prefix(std::min(comma + 1, cell.size()));
  }
  return as_array(files);
}

/// "Complete", "done" and a check mark are complete.
std::string status_of_cell(const std::string& cell) {
  return is_thread_done(cell) == Done::yes ? "complete" : snake_case(cell);
}

std::string row_json(const Table& table, const std::vector<std::string>& cells) {
  json::ObjectText row;
  for (const std::string_view member : {"id", "name", "commit", "status", "files"}) {
    const auto place = std::find(table.members.begin(), table.members.end(), member);
    const auto column = static_cast<std::size_t>(place - table.members.begin());
    if (place == table.members.end() || column >= cells.size() || cells[column].empty() ||
        cells[column] == "-")
      continue;
    if (member == "files") {
      row.add(member, files_of(cells[column]));
    } else {
      row.add(member, json::quoted(member == "status" ? status_of_cell(cells[column]) : cells[column]));
    }
  }
  return std::move(row).finish();
}

std::string cell_of(std::string_view thread, std::string_view member) {
  if (member.empty()) return {};
  std::string text = text_in(thread, member);
  for (const std::string& file : texts_in(thread, member)) text += (text.empty() ? "" : ", ") + file;
  std::string cell;
  for (const char c : text) {
    if (c == '|') cell += '\\';
    cell += c == '\n' ? ' ' : c;
  }
  return cell;
}

std::string rows_of(const Table& table, std::string_view threads, std::string_view line_end) {
  std::string rows;
  for (const std::string_view thread : elements_in(threads)) {
    for (const std::string_view member : table.members) rows += "| " + cell_of(thread, member) + " ";
    rows.append("|").append(line_end);
  }
  return rows;
}

}  // namespace

std::string thread_table_json(std::string_view text) {
  const auto table = find_table(text);
  if (!table) return {};
  std::vector<std::string> rows;
  for (std::size_t at = table->rows_begin; at < table->rows_end;) {
    const Line line = line_at(text, at);
    at = line.end;
    rows.push_back(row_json(*table, cells_of(line.text)));
  }
  return as_array(rows);
}

std::string with_thread_table(std::string_view text, std::string_view threads) {
  std::string out(text);
  const std::string line_end(line_end_of(text));
  auto table = find_table(out);
  if (!table) {
    if (elements_in(threads).empty()) return out;
    if (!out.empty() && out.back() != '\n') out += line_end;
    out += line_end + "## Completed threads" + line_end + line_end +
           "| Thread | Name | Commit | Status | Files |" + line_end + "|---|---|---|---|---|" + line_end;
    table = find_table(out);
  }
  std::string rows = rows_of(*table, threads, line_end);
  if (table->rows_begin > 0 && out[table->rows_begin - 1] != '\n') rows.insert(0, line_end);
  return out.replace(table->rows_begin, table->rows_end - table->rows_begin, rows);
}

}  // namespace rlmdb::grid
