// SPDX-License-Identifier: MIT
// Canonical text puts each top-level member on a line that begins with exactly two spaces and a quote, and
// strings hold no raw line breaks. So:
// 1. walk the lines; one that begins with `  "` opens a member,
// 2. its name ends at the first quote that no backslash escapes, its value begins after `": `,
// 3. its value ends before the next such line, or before the closing brace, less a comma.
#include "format/record_members.hpp"

#include <charconv>
#include <cstdint>
#include <optional>

namespace rlmdb::cli {
namespace {

constexpr std::string_view k_member_indent = "  \"";

std::size_t closing_quote(std::string_view text, std::size_t opening) {
  std::size_t position = opening + 1;
  while (position < text.size() && text[position] != '"') {
    position += std::size_t{text[position] == '\\' ? 2U : 1U};
  }
  return position;
}

std::string_view without_comma(std::string_view value) {
  while (!value.empty() && (value.back() == '\n' || value.back() == ',')) {
    value.remove_suffix(1);
  }
  return value;
}

RecordMember member_of(std::string_view line_and_rest) {
  const std::size_t opening = k_member_indent.size() - 1;
  const std::size_t closing = closing_quote(line_and_rest, opening);
  const std::string_view name = line_and_rest.substr(opening, closing + 1 - opening);
  const std::size_t value = line_and_rest.find_first_not_of(": ", closing + 1);
  return {decode_value(name),
          value == std::string_view::npos ? std::string_view{} : without_comma(line_and_rest.substr(value))};
}

std::optional<std::uint32_t> code_unit(std::string_view text, std::size_t position) {
  std::uint32_t unit = 0;
  if (position + 6 > text.size() || text.substr(position, 2) != "\\u") {
    return std::nullopt;
  }
  const char* begin = text.data() + position + 2;
  const auto [end, failure] = std::from_chars(begin, begin + 4, unit, 16);
  return failure == std::errc{} && end == begin + 4 ? std::optional(unit) : std::nullopt;
}

void append_utf8(std::string& text, std::uint32_t code_point) {
  const auto push = [&text](std::uint32_t byte) {
    text += static_cast<char>(static_cast<unsigned char>(byte));
  };
  if (code_point < 0x80) {
    push(code_point);
  } else if (code_point < 0x800) {
    push(0xC0 | code_point >> 6);
    push(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    push(0xE0 | code_point >> 12);
    push(0x80 | (code_point >> 6 & 0x3F));
    push(0x80 | (code_point & 0x3F));
  } else {
    push(0xF0 | code_point >> 18);
    push(0x80 | (code_point >> 12 & 0x3F));
    push(0x80 | (code_point >> 6 & 0x3F));
    push(0x80 | (code_point & 0x3F));
  }
}

/// Decodes the \uXXXX (or the pair) at `position` into `text`; gives how many bytes of source it took.
std::size_t append_code_unit(std::string& text, std::string_view source, std::size_t position) {
  const auto unit = code_unit(source, position);
  if (!unit.has_value()) {
    text += source[position];
    return 1;
  }
  const bool is_high = *unit >= 0xD800 && *unit < 0xDC00;
  const auto low = is_high ? code_unit(source, position + 6) : std::nullopt;
  if (low.has_value() && *low >= 0xDC00 && *low < 0xE000) {
    append_utf8(text, 0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00));
    return 12;
  }
  if (*unit >= 0xD800 && *unit < 0xE000) {
    text += source.substr(position, 6);
  } else {
    append_utf8(text, *unit);
  }
  return 6;
}

char simple_escape(char letter) {
  switch (letter) {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return letter;
  }
}

}  // namespace

std::vector<RecordMember> split_record(std::string_view record) {
  if (const std::size_t brace = record.rfind('}'); brace != std::string_view::npos) {
    record = record.substr(0, brace);
  }
  std::vector<std::size_t> starts;
  for (std::size_t line = 0; line < record.size();) {
    if (record.substr(line).starts_with(k_member_indent)) {
      starts.push_back(line);
    }
    const std::size_t end = record.find('\n', line);
    line = end == std::string_view::npos ? record.size() : end + 1;
  }
  std::vector<RecordMember> members;
  for (std::size_t index = 0; index < starts.size(); ++index) {
    const std::size_t end = index + 1 < starts.size() ? starts[index + 1] : record.size();
    members.push_back(member_of(record.substr(starts[index], end - starts[index])));
  }
  return members;
}

std::string decode_value(std::string_view value) {
  if (value.size() < 2 || value.front() != '"' || value.back() != '"') {
    return std::string(value);
  }
  const std::string_view source = value.substr(1, value.size() - 2);
  std::string text;
  for (std::size_t position = 0; position < source.size();) {
    if (source[position] != '\\' || position + 1 == source.size()) {
      text += source[position++];
    } else if (source[position + 1] == 'u') {
      position += append_code_unit(text, source, position);
    } else {
      text += simple_escape(source[position + 1]);
      position += 2;
    }
  }
  return text;
}

}  // namespace rlmdb::cli
