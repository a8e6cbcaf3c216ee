// SPDX-License-Identifier: MIT
#include "json/json_string.hpp"

#include <simdjson.h>

#include <algorithm>

#include "json/json_bytes.hpp"

namespace rlmdb::json {

namespace bytes {

Utf8Step step_utf8(std::string_view text, std::size_t& position) noexcept {
  const auto lead = static_cast<unsigned char>(text[position++]);
  if (lead < 0x80) return Utf8Step::valid;
  if (lead < 0xC2 || lead > 0xF4) return Utf8Step::invalid;
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
  if (lead == 0xE0) low = 0xA0;
  if (lead == 0xED) high = 0x9F;
  if (lead == 0xF0) low = 0x90;
  if (lead == 0xF4) high = 0x8F;
  const int more = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
  for (int i = 0; i < more; ++i) {
    if (position >= text.size()) return Utf8Step::invalid;
    const auto next = static_cast<unsigned char>(text[position]);
    if (next < low || next > high) return Utf8Step::invalid;
    low = 0x80;
    high = 0xBF;
    ++position;
  }
  return Utf8Step::valid;
}

char32_t take_escape(std::string_view text, std::size_t& position) noexcept {
  const char letter = text[position + 1];
  if (letter != 'u') {
    position += 2;
    switch (letter) {
      case 'b':
        return U'\b';
      case 'f':
        return U'\f';
      case 'n':
        return U'\n';
      case 'r':
        return U'\r';
      case 't':
        return U'\t';
      default:
        return static_cast<unsigned char>(letter);
    }
  }
  const unsigned first = escaped_unit(text, position);
  position += 6;
  if (first < 0xD800 || first > 0xDBFF) return first;
  if (position + 6 > text.size() || text[position] != '\\' || text[position + 1] != 'u') return first;
  const unsigned second = escaped_unit(text, position);
  if (second < 0xDC00 || second > 0xDFFF) return first;
  position += 6;
  return 0x10000U + ((first - 0xD800U) << 10U) + (second - 0xDC00U);
}

}  // namespace bytes

namespace {

constexpr char k_hex[] = "0123456789abcdef";

void append_byte(std::string& out, char32_t value) {
  out.push_back(static_cast<char>(value & 0xFFU));
}

/// The escape of `"`, `\` or a control character.
void append_short_escape(std::string& out, unsigned char c) {
  out.push_back('\\');
  switch (c) {
    case '"':
    case '\\':
      out.push_back(static_cast<char>(c));
      return;
    case '\b':
      out.push_back('b');
      return;
    case '\t':
      out.push_back('t');
      return;
    case '\n':
      out.push_back('n');
      return;
    case '\f':
      out.push_back('f');
      return;
    case '\r':
      out.push_back('r');
      return;
    default:
      out.append("u00");
      out.push_back(k_hex[c >> 4U]);
      out.push_back(k_hex[c & 0xFU]);
  }
}

/// Returns the index of the first byte replaced, or npos.
std::size_t append_repaired(std::string& out, std::string_view text) {
  std::size_t first_bad = std::string_view::npos;
  std::size_t position = 0;
  while (position < text.size()) {
    const std::size_t begin = position;
    if (bytes::step_utf8(text, position) == bytes::Utf8Step::valid) {
      out.append(text, begin, position - begin);
    } else {
      out.append(bytes::k_replacement);
      if (first_bad == std::string_view::npos) first_bad = begin;
    }
  }
  return first_bad;
}

std::string_view inside_of(std::string_view raw_with_quotes) noexcept {
  return raw_with_quotes.substr(1, raw_with_quotes.size() - 2);
}

/// Splits `inside` at its escapes: plain runs are appended (repaired if need be), each escaped character goes
/// to `append_character`. Returns the index of the first invalid byte, or npos.
template <class AppendCharacter>
std::size_t transform(std::string& out, std::string_view inside, AppendCharacter&& append_character) {
  const bool valid = simdjson::validate_utf8(inside.data(), inside.size());
  std::size_t first_bad = std::string_view::npos;
  std::size_t position = 0;
  while (position < inside.size()) {
    const std::size_t stop = std::min(inside.find('\\', position), inside.size());
    if (valid) {
      out.append(inside, position, stop - position);
    } else {
      const std::size_t bad = append_repaired(out, inside.substr(position, stop - position));
      if (bad != std::string_view::npos && first_bad == std::string_view::npos) first_bad = position + bad;
    }
    position = stop;
    if (position < inside.size()) append_character(bytes::take_escape(inside, position));
  }
  return first_bad;
}

}  // namespace

namespace bytes {

void append_utf8(std::string& out, char32_t c) {
  if (c < 0x80) {
    append_byte(out, c);
  } else if (c < 0x800) {
    append_byte(out, 0xC0U | (c >> 6U));
    append_byte(out, 0x80U | (c & 0x3FU));
  } else if (c < 0x10000) {
    append_byte(out, 0xE0U | (c >> 12U));
    append_byte(out, 0x80U | ((c >> 6U) & 0x3FU));
    append_byte(out, 0x80U | (c & 0x3FU));
  } else {
    append_byte(out, 0xF0U | (c >> 18U));
    append_byte(out, 0x80U | ((c >> 12U) & 0x3FU));
    append_byte(out, 0x80U | ((c >> 6U) & 0x3FU));
    append_byte(out, 0x80U | (c & 0x3FU));
  }
}

void append_canonical_character(std::string& out, char32_t c) {
  if (is_surrogate(c)) {
    out.append("\\u");
    for (unsigned shift = 16; shift > 0; shift -= 4) out.push_back(k_hex[(c >> (shift - 4U)) & 0xFU]);
  } else if (c < 0x20 || c == U'"' || c == U'\\') {
    append_short_escape(out, static_cast<unsigned char>(c));
  } else {
    append_utf8(out, c);
  }
}

}  // namespace bytes

std::size_t find_string_stop(std::string_view text, std::size_t begin) noexcept {
  return bytes::find_string_stop(text, begin);
}

void append_escaped(std::string& out, std::string_view utf8) {
  std::size_t position = 0;
  while (true) {
    const std::size_t stop = bytes::find_string_stop(utf8, position);
    out.append(utf8, position, stop - position);
    if (stop == utf8.size()) return;
    append_short_escape(out, static_cast<unsigned char>(utf8[stop]));
    position = stop + 1;
  }
}

std::string escaped(std::string_view utf8) {
  std::string text;
  append_escaped(text, utf8);
  return text;
}

std::string quoted(std::string_view utf8) {
  return '"' + escaped(utf8) + '"';
}

Exactness decode_string(std::string_view raw_with_quotes, std::string& out) {
  Exactness exactness = Exactness::exact;
  static_cast<void>(transform(out, inside_of(raw_with_quotes), [&](char32_t c) {
    if (c != 0 && !bytes::is_surrogate(c)) return bytes::append_utf8(out, c);
    out.append(bytes::k_replacement);
    exactness = Exactness::inexact;
  }));
  return exactness;
}

std::string_view decode_string_view(std::string_view raw_with_quotes, std::string& scratch,
                                    Exactness& exactness) {
  const std::string_view inside = inside_of(raw_with_quotes);
  exactness = Exactness::exact;
  if (bytes::is_plain_ascii(inside)) return inside;
  if (inside.find('\\') == std::string_view::npos && simdjson::validate_utf8(inside.data(), inside.size())) {
    return inside;
  }
  scratch.clear();
  exactness = decode_string(raw_with_quotes, scratch);
  return scratch;
}

std::optional<std::size_t> append_canonical_string(std::string& out, std::string_view raw_with_quotes) {
  const std::string_view inside = inside_of(raw_with_quotes);
  out.push_back('"');
  std::size_t bad = std::string_view::npos;
  if (bytes::is_plain_ascii(inside)) {
    out.append(inside);
  } else {
    bad = transform(out, inside, [&](char32_t c) { bytes::append_canonical_character(out, c); });
  }
  out.push_back('"');
  if (bad == std::string_view::npos) return std::nullopt;
  return bad + 1;
}

std::optional<std::string> text_of(std::string_view raw) {
  if (!raw.starts_with('"')) return std::nullopt;
  std::string text;
  decode_string(raw, text);
  return text;
}

std::string with_valid_utf8(std::string_view text) {
  std::string valid;
  append_repaired(valid, text);
  return valid;
}

}  // namespace rlmdb::json
