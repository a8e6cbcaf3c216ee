// SPDX-License-Identifier: MIT
#include "terminal/visible_text.hpp"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <span>

namespace rlmdb::cli {
namespace {

/// The next character of `text` and how many bytes it takes; code point -1 and one byte where it is no UTF-8.
struct Character {
  utf8proc_int32_t code_point = -1;
  std::size_t bytes = 1;
};

Character first_character(std::string_view text) {
  utf8proc_int32_t code_point = -1;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  const utf8proc_ssize_t length =
      utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size()), &code_point);
  if (length <= 0) {
    return {};
  }
  return {code_point, static_cast<std::size_t>(length)};
}

struct CodeRange {
  utf8proc_int32_t first;
  utf8proc_int32_t last;
};

bool is_in(std::span<const CodeRange> ranges, utf8proc_int32_t code_point) {
  return std::any_of(ranges.begin(), ranges.end(), [code_point](const CodeRange& range) {
    return range.first <= code_point && code_point <= range.last;
  });
}

/// Default_Ignorable_Code_Point of the Unicode Character Database, DerivedCoreProperties.txt, 15.1; utf8proc does
/// not have it. A font draws nothing for them.
constexpr std::array k_ignorable{
    CodeRange{0x00AD, 0x00AD},   CodeRange{0x034F, 0x034F},   CodeRange{0x061C, 0x061C},
    CodeRange{0x115F, 0x1160},   CodeRange{0x17B4, 0x17B5},   CodeRange{0x180B, 0x180F},
    CodeRange{0x200B, 0x200F},   CodeRange{0x202A, 0x202E},   CodeRange{0x2060, 0x206F},
    CodeRange{0x3164, 0x3164},   CodeRange{0xFE00, 0xFE0F},   CodeRange{0xFEFF, 0xFEFF},
    CodeRange{0xFFA0, 0xFFA0},   CodeRange{0xFFF0, 0xFFF8},   CodeRange{0x1BCA0, 0x1BCA3},
    CodeRange{0x1D173, 0x1D17A}, CodeRange{0xE0000, 0xE0FFF},
};

constexpr std::array k_joiners{CodeRange{0x200C, 0x200D}};
/// Variation selectors: of Mongolian, and U+FE0E and U+FE0F, by which emoji are drawn as text and as pictures.
constexpr std::array k_selectors{CodeRange{0x180B, 0x180D}, CodeRange{0x180F, 0x180F},
                                 CodeRange{0xFE00, 0xFE0F}};

/// They shape emoji and several scripts: one selector, then one joiner, behind a character that can be seen. More
/// of them, or at a beginning, would only hide something.
bool shapes(utf8proc_int32_t code_point, utf8proc_int32_t before) {
  const bool is_behind_one = before > ' ' && !is_in(k_joiners, before);
  if (is_in(k_joiners, code_point)) return is_behind_one;
  return is_in(k_selectors, code_point) && is_behind_one && !is_in(k_selectors, before);
}

bool is_hidden(utf8proc_int32_t code_point, utf8proc_int32_t before) {
  if (shapes(code_point, before)) return false;
  switch (utf8proc_category(code_point)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return true;
    default:
      return is_in(k_ignorable, code_point);
  }
}

std::string escaped(utf8proc_int32_t code_point) {
  switch (code_point) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      break;
  }
  return code_point > 0xFFFF ? fmt::format("\\u{{{:x}}}", code_point) : fmt::format("\\u{:04x}", code_point);
}

/// As a JSON string writes it: beyond U+FFFF two halves.
std::string json_escaped(utf8proc_int32_t code_point) {
  constexpr utf8proc_int32_t k_first_of_two = 0x10000;
  if (code_point < k_first_of_two) {
    return fmt::format("\\u{:04x}", code_point);
  }
  const utf8proc_int32_t offset = code_point - k_first_of_two;
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (offset >> 10), 0xDC00 + (offset & 0x3FF));
}

/// Most text is, and then needs no table of characters.
bool is_printable_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char byte) { return byte >= ' ' && byte < '\x7f'; });
}

std::size_t character_width(const Character& character) {
  return character.code_point < 0 ? 1 : static_cast<std::size_t>(utf8proc_charwidth(character.code_point));
}

}  // namespace

std::string make_visible(std::string_view text, LineBreaks line_breaks) {
  if (is_printable_ascii(text)) {
    return std::string(text);
  }
  std::string visible;
  visible.reserve(text.size());
  utf8proc_int32_t before = -1;
  while (!text.empty()) {
    const Character character = first_character(text);
    const bool kept_break =
        line_breaks == LineBreaks::keep && (character.code_point == '\n' || character.code_point == '\t');
    if (character.code_point < 0) {
      visible += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    } else if (!kept_break && is_hidden(character.code_point, before)) {
      visible += escaped(character.code_point);
    } else {
      visible.append(text.substr(0, character.bytes));
    }
    before = character.code_point;
    text.remove_prefix(character.bytes);
  }
  return visible;
}

std::string shown(std::string_view text, const Terminal& terminal) {
  return terminal.is_terminal ? make_visible(text) : std::string(text);
}

std::string visible_json(std::string_view json) {
  std::string visible;
  visible.reserve(json.size());
  utf8proc_int32_t before = -1;
  while (!json.empty()) {
    const Character character = first_character(json);
    if (character.code_point < 0) {
      visible += "\\ufffd";
    } else if (character.code_point == '\n' || character.code_point == '\t') {
      visible += json.front();
    } else if (character.code_point == '\r') {
      visible += ' ';  // only between values, where every white space is as good
    } else if (is_hidden(character.code_point, before)) {
      visible += json_escaped(character.code_point);
    } else {
      visible.append(json.substr(0, character.bytes));
    }
    before = character.code_point;
    json.remove_prefix(character.bytes);
  }
  return visible;
}

std::size_t cut_character(std::string_view text) {
  constexpr std::size_t k_most = 3;
  for (std::size_t back = 1; back <= std::min(k_most, text.size()); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if ((byte & 0xC0U) == 0x80U) {
      continue;  // inside a character
    }
    const std::size_t length = byte < 0xC0U ? 1 : byte < 0xE0U ? 2 : byte < 0xF0U ? 3 : 4;
    return length > back ? back : 0;
  }
  return 0;
}

std::size_t display_width(std::string_view text) {
  if (is_printable_ascii(text)) {
    return text.size();
  }
  std::size_t width = 0;
  while (!text.empty()) {
    const Character character = first_character(text);
    width += character_width(character);
    text.remove_prefix(character.bytes);
  }
  return width;
}

std::string cut_to_width(std::string_view text, std::size_t width, std::string_view ellipsis) {
  if (text.size() <= width && is_printable_ascii(text)) {
    return std::string(text);
  }
  const std::size_t ellipsis_width = display_width(ellipsis);
  std::size_t used = 0;
  std::size_t end_with_ellipsis = 0;
  std::string_view rest = text;
  while (!rest.empty()) {
    const Character character = first_character(rest);
    used += character_width(character);
    if (used > width) {
      return width < ellipsis_width ? std::string{}
                                    : std::string(text.substr(0, end_with_ellipsis)).append(ellipsis);
    }
    rest.remove_prefix(character.bytes);
    if (used + ellipsis_width <= width) {
      end_with_ellipsis = text.size() - rest.size();
    }
  }
  return std::string(text);
}

std::string tab_field(std::string_view text) {
  std::string field;
  field.reserve(text.size());
  for (const char character : text) {
    switch (character) {
      case '\\':
        field += "\\\\";
        break;
      case '\t':
        field += "\\t";
        break;
      case '\n':
        field += "\\n";
        break;
      case '\r':
        field += "\\r";
        break;
      default:
        field += character;
    }
  }
  return field;
}

}  // namespace rlmdb::cli
