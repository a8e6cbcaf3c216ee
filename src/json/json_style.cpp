// SPDX-License-Identifier: MIT
#include "json/json_style.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "json/json_bytes.hpp"
#include "json/json_exact.hpp"
#include "json/json_members.hpp"
#include "json/json_parts.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::json {

namespace {

void append_unicode_escape(std::string& out, std::uint32_t unit) {
  constexpr std::string_view k_digits = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += k_digits[(unit >> shift) & 15U];
}

/// Of valid UTF-8, one code point, at `at`, which goes past it.
std::uint32_t take_code_point(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t index) {
    return index < text.size() ? static_cast<unsigned char>(text[index]) : 0U;
  };
  const unsigned first = byte(at);
  const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  constexpr std::array<unsigned, 5> k_masks = {0, 0x7F, 0x1F, 0x0F, 0x07};
  std::uint32_t point = first & k_masks[length];
  for (std::size_t i = 1; i < length; ++i) point = (point << 6U) | (byte(at + i) & 0x3FU);
  at += length;
  return point;
}

void append_ascii(std::string& out, std::string_view raw_string) {
  for (std::size_t at = 0; at < raw_string.size();) {
    if (static_cast<unsigned char>(raw_string[at]) < 0x80) {
      out += raw_string[at++];
      continue;
    }
    const std::uint32_t point = take_code_point(raw_string, at);
    if (point >= 0x10000) {
      append_unicode_escape(out, 0xD800 + ((point - 0x10000) >> 10U));
      append_unicode_escape(out, 0xDC00 + ((point - 0x10000) & 0x3FFU));
    } else {
      append_unicode_escape(out, point);
    }
  }
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
}

/// An escape of what lies beyond ASCII: a canonical text has none.
bool has_unicode_escape(std::string_view text) {
  for (std::size_t at = text.find("\\u"); at != std::string_view::npos; at = text.find("\\u", at + 2)) {
    const std::string_view digits = text.substr(at + 2, 4);
    if (digits.size() == 4 && (!digits.starts_with("00") || digits[2] > '7')) return true;
  }
  return false;
}

/// White space after the first comma that stands in no string.
std::string_view separator_in(std::string_view text) {
  bool is_inside = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\' && is_inside) {
      ++at;
    } else if (text[at] == '"') {
      is_inside = !is_inside;
    } else if (text[at] == ',' && !is_inside) {
      return text.substr(at + 1, bytes::skip_space(text, at + 1) - at - 1);
    }
  }
  return {};
}

/// The line break and the indentation of a member, by what stands before it.
void read_lines(std::string_view before, TextStyle& style) {
  const std::size_t line = before.rfind('\n');
  style.newline = line == std::string_view::npos ? "" : line > 0 && before[line - 1] == '\r' ? "\r\n" : "\n";
  if (line != std::string_view::npos) style.indent = before.substr(line + 1);
}

class StyledText {
 public:
  StyledText(std::string& out, const TextStyle& style, std::string_view base)
      : m_out(out), m_style(style), m_base(base) {}

  void append(std::string_view compact) {
    for (std::size_t at = 0; at < compact.size();) {
      const char byte = compact[at];
      switch (byte) {
        case '"': {
          const std::size_t end = skip_string(compact, at);
          append_string(compact.substr(at, end - at));
          at = end;
          continue;
        }
        case '{':
        case '[':
          m_out += byte;
          if (at + 1 < compact.size() && (compact[at + 1] == '}' || compact[at + 1] == ']')) {
            m_out += compact[++at];
          } else {
            ++m_depth;
            break_line();
          }
          break;
        case '}':
        case ']':
          --m_depth;
          break_line();
          m_out += byte;
          break;
        case ',':
          m_out += byte;
          m_style.newline.empty() ? void(m_out += m_style.separator) : break_line();
          break;
        case ':':
          m_out += m_style.colon;
          break;
        default:
          m_out += byte;
      }
      ++at;
    }
  }

  void append_string(std::string_view raw) {
    m_style.is_ascii ? append_ascii(m_out, raw) : void(m_out += raw);
  }

 private:
  void break_line() {
    if (m_style.newline.empty()) return;
    m_out += m_style.newline;
    m_out += m_base;
    for (unsigned i = 0; i < m_depth; ++i) m_out += m_style.indent;
  }

  std::string& m_out;
  const TextStyle& m_style;
  std::string_view m_base;  ///< indentation of the line that the value begins in
  unsigned m_depth = 0;
};

}  // namespace

TextStyle style_of(std::string_view text) {
  const Framed frame = framed(text);
  TextStyle style;
  style.prefix = frame.prefix;
  style.suffix = frame.suffix;
  style.is_ascii = is_ascii(text) && has_unicode_escape(text);
  if (frame.value.empty() || (frame.value.front() != '{' && frame.value.front() != '[')) return style;
  const std::vector<Part> parts = parts_of(frame.value);
  if (parts.empty()) return style;
  read_lines(parts.front().before, style);
  if (style.newline.empty() && parts.size() > 1) style.separator = parts[1].before;
  if (frame.value.front() == '{') style.colon = parts.front().colon;
  return style;
}

TextStyle style_of_beginning(std::string_view beginning) {
  const std::size_t mark =
      beginning.starts_with(util::k_byte_order_mark) ? util::k_byte_order_mark.size() : 0;
  const std::size_t brace = bytes::skip_space(beginning, mark);
  const std::size_t name = bytes::skip_space(beginning, brace + 1);
  const std::size_t name_end =
      name < beginning.size() ? beginning.find('"', name + 1) : std::string_view::npos;
  if (name_end == std::string_view::npos || beginning[brace] != '{' || beginning[name] != '"') return {};
  const std::size_t value = bytes::skip_space(beginning, bytes::skip_space(beginning, name_end + 1) + 1);
  if (value >= beginning.size()) return {};
  TextStyle style;
  style.prefix = beginning.substr(0, brace);
  read_lines(beginning.substr(brace + 1, name - brace - 1), style);
  style.colon = beginning.substr(name_end + 1, value - name_end - 1);
  if (style.newline.empty()) style.separator = separator_in(beginning.substr(value));
  style.is_ascii = is_ascii(beginning) && has_unicode_escape(beginning);
  return style;
}

void append_styled(std::string& out, std::string_view compact, const TextStyle& style,
                   std::string_view indentation) {
  StyledText(out, style, indentation).append(compact);
}

std::string styled(std::string_view compact, const TextStyle& style) {
  std::string text = style.prefix;
  append_styled(text, compact, style, {});
  return text += style.suffix;
}

std::string to_json(const TextStyle& style) {
  ObjectText object;
  object.add("prefix", json::quoted(style.prefix));
  object.add("newline", json::quoted(style.newline));
  object.add("indent", json::quoted(style.indent));
  object.add("colon", json::quoted(style.colon));
  object.add("separator", json::quoted(style.separator));
  object.add("suffix", json::quoted(style.suffix));
  object.add("ascii", style.is_ascii ? "true" : "false");
  return object.finish();
}

std::optional<TextStyle> style_from_json(std::string_view json) {
  TextStyle style;
  for (const auto& [name, text] :
       {std::pair("prefix", &style.prefix), std::pair("newline", &style.newline),
        std::pair("indent", &style.indent), std::pair("colon", &style.colon),
        std::pair("separator", &style.separator), std::pair("suffix", &style.suffix)}) {
    auto member = text_member(json, name);
    if (!member) return std::nullopt;
    *text = std::move(*member);
  }
  style.is_ascii = find_member(json, "ascii") == "true";
  return style;
}

}  // namespace rlmdb::json
