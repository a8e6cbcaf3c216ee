// SPDX-License-Identifier: MIT
#include "grid/grid_markdown.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "rlmdb/error.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::grid {

namespace {

constexpr std::string_view k_spaces = " \t";

struct Heading {
  unsigned level = 0;
  std::string_view text;
};

std::optional<Heading> heading_in(std::string_view line) {
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  if (level < 1 || level > 2) return std::nullopt;
  if (level < line.size() && line[level] != ' ' && line[level] != '\t') return std::nullopt;
  return Heading{static_cast<unsigned>(level), trimmed(line.substr(level))};
}

/// "```" or "~~~" that a line begins with, as long as it is there.
std::string_view fence_in(std::string_view line) {
  if (line.empty() || (line[0] != '`' && line[0] != '~')) return {};
  const std::string_view fence = line.substr(0, line.find_first_not_of(line[0]));
  return fence.size() < 3 ? std::string_view() : fence;
}

std::string_view without_spaces_before(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(k_spaces), text.size()));
}

/// "**Name:** value" and "**Name**: value".
std::optional<std::pair<std::string_view, std::string_view>> label_in(std::string_view line) {
  if (!line.starts_with("**")) return std::nullopt;
  const std::size_t close = line.find("**", 2);
  if (close == std::string_view::npos) return std::nullopt;
  std::string_view name = line.substr(2, close - 2);
  std::string_view value = line.substr(close + 2);
  if (name.ends_with(':')) {
    name.remove_suffix(1);
  } else if (value.starts_with(':')) {
    value.remove_prefix(1);
  } else {
    return std::nullopt;
  }
  name = trimmed(name);
  if (name.empty()) return std::nullopt;
  return std::pair(name, without_spaces_before(value));
}

/// What stands behind "- ", "* " or "+ ".
std::optional<std::string_view> bullet_in(std::string_view line) {
  if (line.empty() || std::string_view("-*+").find(line[0]) == std::string_view::npos) return std::nullopt;
  if (line.size() > 1 && k_spaces.find(line[1]) == std::string_view::npos) return std::nullopt;
  return without_spaces_before(line.substr(1));
}

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(k_spaces), line.size());
}

std::string_view without_indent(std::string_view line, std::size_t most) {
  const std::size_t spaces = std::min(line.find_first_not_of(' '), line.size());
  return line.substr(std::min(spaces, most));
}

void trim_end(std::string& text) {
  text.erase(text.find_last_not_of(" \t\n") + 1);
}

std::optional<std::string> decoded(std::string_view inside) {
  std::string text;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i] == '"') return std::nullopt;
    const bool is_escape =
        inside[i] == '\\' && i + 1 < inside.size() && (inside[i + 1] == '"' || inside[i + 1] == '\\');
    if (inside[i] == '\\' && i + 1 == inside.size()) return std::nullopt;
    if (is_escape) ++i;
    text += inside[i];
  }
  return text;
}

bool needs_quotes(std::string_view text) {
  constexpr std::string_view k_trimmed = " \t\n";
  if (text.empty()) return true;
  const bool is_quoted = text.front() == text.back() && (text.front() == '"' || text.front() == '\'');
  return is_quoted || k_trimmed.find(text.front()) != std::string_view::npos ||
         k_trimmed.find(text.back()) != std::string_view::npos;
}

[[noreturn]] void refuse_text(const std::string& where, const std::string& why) {
  throw Error(ErrorCode::invalid_input, where + " " + why, where, "nothing was changed");
}

}  // namespace

Line line_at(std::string_view text, std::size_t begin) {
  const std::size_t newline = text.find('\n', begin);
  const std::size_t end = newline == std::string_view::npos ? text.size() : newline + 1;
  std::string_view line = text.substr(begin, (newline == std::string_view::npos ? end : newline) - begin);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return {line, begin, end};
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(k_spaces) == std::string_view::npos;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(k_spaces);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(k_spaces) + 1 - begin);
}

std::string_view line_end_of(std::string_view text) {
  const std::size_t newline = text.find('\n');
  return newline != std::string_view::npos && newline > 0 && text[newline - 1] == '\r' ? "\r\n" : "\n";
}

SectionReader::SectionReader(std::string_view text, std::size_t begin) : m_text(text), m_at(begin) {
  for (std::size_t at = begin; at < text.size();) {
    const Line line = line_at(text, at);
    if (!fence_in(line.text).empty()) m_last_fence = line.begin;
    at = line.end;
  }
}

bool SectionReader::next(Section& section) {
  if (m_is_begun && m_at >= m_text.size()) return false;
  section = {};
  section.begin = section.content = m_at;
  m_blank.clear();
  m_is_behind_blank = false;
  if (std::exchange(m_is_begun, true)) {
    const Line line = line_at(m_text, m_at);
    const Heading heading = heading_in(line.text).value_or(Heading{});
    section.level = heading.level;
    section.heading = heading.text;
    section.content = m_at = line.end;
  }
  while (m_at < m_text.size()) {
    const Line line = line_at(m_text, m_at);
    if (m_fence.empty() && heading_in(line.text)) break;
    take_line(section, line);
    m_at = line.end;
  }
  section.end = m_at;
  for (Piece& piece : section.pieces) trim_end(piece.value);
  return true;
}

void SectionReader::follow_fence(const Line& line) {
  const std::string_view fence = fence_in(line.text);
  if (m_fence.empty()) {
    if (line.begin < m_last_fence) m_fence = fence;
  } else if (fence.starts_with(m_fence) && is_blank(line.text.substr(fence.size()))) {
    m_fence = {};
  }
}

void SectionReader::take_line(Section& section, const Line& line) {
  const bool was_fenced = !m_fence.empty();
  follow_fence(line);
  if (was_fenced) return append(section, line);
  if (is_blank(line.text)) {
    m_blank.append("\n").append(without_indent(line.text, m_indent + 2));
    m_is_behind_blank = true;
    return;
  }
  if (take_item(section, line)) return;
  if (continues(section, line)) return append(section, line);
  add(section, PieceKind::paragraph, {}, line.text, line);
}

bool SectionReader::take_item(Section& section, const Line& line) {
  if (const auto label = label_in(line.text)) {
    add(section, PieceKind::label, label->first, label->second, line);
    return true;
  }
  const std::size_t indent = indent_of(line.text);
  const auto bullet = bullet_in(line.text.substr(indent));
  if (!bullet) return false;
  if (indent > 0 && !section.pieces.empty()) {
    const Piece& above = section.pieces.back();
    if (above.kind == PieceKind::bullet && indent > m_indent) return false;
    if (above.kind == PieceKind::label && !above.value.empty()) return false;
  }
  add(section, PieceKind::bullet, {}, *bullet, line);
  m_indent = indent;
  return true;
}

void SectionReader::add(Section& section, PieceKind kind, std::string_view label, std::string_view value,
                        const Line& line) {
  section.pieces.push_back({kind, label, std::string(value), line.end});
  m_blank.clear();
  m_is_behind_blank = false;
  m_indent = 0;
}

bool SectionReader::continues(const Section& section, const Line& line) const {
  if (section.pieces.empty()) return false;
  return !m_is_behind_blank || line.text.starts_with("  ") || line.text.starts_with('\t');
}

void SectionReader::append(Section& section, const Line& line) {
  if (section.pieces.empty()) return add(section, PieceKind::paragraph, {}, line.text, line);
  Piece& piece = section.pieces.back();
  piece.value.append(m_blank).append("\n").append(without_indent(line.text, m_indent + 2));
  piece.end = line.end;
  m_blank.clear();
  m_is_behind_blank = false;
}

std::string unquoted(std::string_view value) {
  if (value.size() < 2 || value.front() != value.back()) return std::string(value);
  const std::string_view inside = value.substr(1, value.size() - 2);
  if (value.front() == '"') return decoded(inside).value_or(std::string(value));
  if (value.front() == '\'' && inside.find('\'') == std::string_view::npos) return std::string(inside);
  return std::string(value);
}

std::string as_value(std::string_view text, Quotes quotes, std::string_view line_end) {
  const bool is_quoted = quotes == Quotes::always || needs_quotes(text);
  std::string value = is_quoted ? "\"" : "";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_quoted && (c == '"' || c == '\\')) value += '\\';
    if (c != '\n') {
      value += c;
      continue;
    }
    value += line_end;
    // Two spaces keep the line in its piece, whatever it begins with; an empty one stays empty.
    const bool is_empty_line = i + 1 < text.size() && text[i + 1] == '\n';
    if (!is_empty_line) value += "  ";
  }
  if (is_quoted) value += '"';
  return value;
}

void require_plain(std::string_view text, const std::string& where) {
  if (const auto offset = util::find_invalid_utf8(text))
    refuse_text(where, "is no UTF-8 at byte " + std::to_string(*offset));
  const auto is_control = [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == '\x7F';
  };
  const auto* const control = std::find_if(text.begin(), text.end(), is_control);
  if (control != text.end())
    refuse_text(where, "has a " + std::string(*control == '\r' ? "carriage return" : "control character") +
                           " at byte " + std::to_string(control - text.begin()) +
                           ", which a file of the Grid cannot keep; take it out");
}

void require_heading_part(std::string_view text, const std::string& where) {
  require_plain(text, where);
  if (text.empty() || trimmed(text) != text) refuse_text(where, "has to be a text without spaces around it");
  if (text.find_first_of("\n|") != std::string_view::npos)
    refuse_text(where, "stands in a heading: it has to be one line, without `|`");
}

std::string with_paragraph(std::string_view text, std::string_view addition) {
  const std::string_view line_end = line_end_of(text);
  std::string result(text);
  if (!result.empty() && result.back() != '\n') result += line_end;
  const std::string two_ends = std::string(line_end) + std::string(line_end);
  if (!result.empty() && !result.ends_with(two_ends)) result += line_end;
  return result.append(addition);
}

std::string snake_case(std::string_view words) {
  std::string name;
  for (const char c : words) {
    const bool is_upper = c >= 'A' && c <= 'Z';
    const bool is_kept =
        is_upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
    if (is_kept) {
      name += is_upper ? static_cast<char>(c - 'A' + 'a') : c;
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  if (name.ends_with('_')) name.pop_back();
  return name.empty() ? "unnamed" : name;
}

}  // namespace rlmdb::grid
