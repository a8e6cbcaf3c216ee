// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>

#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

/// Columns, without the sequences that set colours.
std::size_t shown_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t escape = std::min(text.find("\x1b[", start), text.size());
    width += display_width(text.substr(start, escape - start));
    const std::size_t end = text.find('m', escape);
    start = end == std::string_view::npos ? text.size() : end + 1;
  }
  return width;
}

/// The next piece that stays in one line: up to a space that is not in backquotes.
std::size_t end_of_piece(std::string_view line, std::size_t start) {
  bool is_quoted = false;
  std::size_t end = start;
  for (; end < line.size() && (is_quoted || line[end] != ' '); ++end) {
    if (line[end] == '`') is_quoted = !is_quoted && line.find('`', end + 1) != std::string_view::npos;
  }
  return end;
}

void append_line(std::string& lines, std::string_view line, std::size_t width, std::size_t further) {
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  std::size_t used = indent;
  lines.append(indent, ' ');
  for (std::size_t start = indent; start < line.size();) {
    const std::size_t end = end_of_piece(line, start);
    const std::string_view piece = line.substr(start, end - start);
    const std::size_t wanted = shown_width(piece);
    const bool is_first = start == indent;
    if (!is_first && used + 1 + wanted > width) {
      lines.append("\n").append(indent + further, ' ');
      used = indent + further;
    } else if (!is_first) {
      lines += ' ';
      ++used;
    }
    lines += piece;
    used += wanted;
    start = end + 1;
  }
}

}  // namespace

std::string wrapped(std::string_view text, const Terminal& terminal, std::size_t further) {
  if (!terminal.is_terminal) return std::string(text);
  std::string lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = text.substr(start, end - start);
    if (shown_width(line) <= terminal.width) {
      lines += line;
    } else {
      append_line(lines, line, terminal.width, further);
    }
    if (end < text.size()) lines += '\n';
    start = end + 1;
  }
  return lines;
}

}  // namespace rlmdb::cli
