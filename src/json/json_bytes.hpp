// SPDX-License-Identifier: MIT
/// Byte-level steps that the JSON text layer shares. Internal to this room.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace rlmdb::json::bytes {

inline constexpr std::string_view k_replacement = "\xEF\xBF\xBD";

[[nodiscard]] inline bool is_space(char c) noexcept {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}
[[nodiscard]] inline bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

/// 0..15, or -1.
[[nodiscard]] inline int hex_value(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

[[nodiscard]] inline std::uint64_t load_word(const char* text) noexcept {
  std::uint64_t word;
  std::memcpy(&word, text, sizeof word);
  return word;
}

[[nodiscard]] inline std::size_t skip_space(std::string_view text, std::size_t position) noexcept {
  while (position < text.size() && is_space(text[position])) ++position;
  return position;
}

/// Index of the first `"`, `\` or byte below 0x20 at or after `position`, else the size.
[[nodiscard]] inline std::size_t find_string_stop(std::string_view text, std::size_t position) noexcept {
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8('"');
  const __m128i backslash = _mm_set1_epi8('\\');
  const __m128i last_control = _mm_set1_epi8(0x1F);
  while (position + 16 <= text.size()) {
    __m128i block;
    std::memcpy(&block, text.data() + position, sizeof block);
    const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(block, last_control), block);
    const __m128i special = _mm_or_si128(_mm_cmpeq_epi8(block, quote), _mm_cmpeq_epi8(block, backslash));
    const auto mask = static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(control, special)));
    if (mask != 0) return position + static_cast<std::size_t>(std::countr_zero(mask));
    position += 16;
  }
#endif
  for (; position < text.size(); ++position) {
    const auto c = static_cast<unsigned char>(text[position]);
    if (c < 0x20 || c == '"' || c == '\\') return position;
  }
  return position;
}

/// True when `count` bytes from `position` are all spaces. Reads nothing past the end of `text`.
[[nodiscard]] inline bool all_spaces(std::string_view text, std::size_t position,
                                     std::size_t count) noexcept {
  if (position + count > text.size()) return false;
#if defined(__SSE2__)
  const __m128i space = _mm_set1_epi8(' ');
  while (count > 0 && position + 16 <= text.size()) {
    __m128i block;
    std::memcpy(&block, text.data() + position, sizeof block);
    const auto others = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(block, space))) ^ 0xFFFFU;
    if (count <= 16) return (others & ((1U << count) - 1U)) == 0;
    if (others != 0) return false;
    position += 16;
    count -= 16;
  }
#endif
  for (; count > 0; --count) {
    if (text[position++] != ' ') return false;
  }
  return true;
}

/// True when `text` is ASCII without a backslash, so that a JSON string's inside is its own value.
[[nodiscard]] inline bool is_plain_ascii(std::string_view text) noexcept {
  constexpr std::uint64_t k_high = 0x8080808080808080U;
  constexpr std::uint64_t k_low = 0x0101010101010101U;
  std::size_t position = 0;
  for (; position + 8 <= text.size(); position += 8) {
    const std::uint64_t word = load_word(text.data() + position);
    const std::uint64_t other = word ^ (k_low * static_cast<unsigned char>('\\'));
    if (((word | ((other - k_low) & ~other)) & k_high) != 0) return false;
  }
  for (; position < text.size(); ++position) {
    const auto c = static_cast<unsigned char>(text[position]);
    if (c >= 0x80 || c == '\\') return false;
  }
  return true;
}

enum class Utf8Step { valid, invalid };

/// Advances `position` over one character, or over one maximal ill-formed part (the unit that the WHATWG
/// decoder replaces by one U+FFFD).
[[nodiscard]] Utf8Step step_utf8(std::string_view text, std::size_t& position) noexcept;

/// Reads the four digits of the \u escape whose backslash is at `position` of a valid string.
[[nodiscard]] inline unsigned escaped_unit(std::string_view text, std::size_t position) noexcept {
  unsigned unit = 0;
  for (std::size_t i = 2; i < 6; ++i) unit = unit * 16 + static_cast<unsigned>(hex_value(text[position + i]));
  return unit;
}

/// Decodes the escape at `position` of a valid string and advances past it, taking a surrogate pair as one
/// character. A lone surrogate is returned as it is.
[[nodiscard]] char32_t take_escape(std::string_view text, std::size_t& position) noexcept;

[[nodiscard]] inline bool is_surrogate(char32_t c) noexcept {
  return c >= 0xD800 && c <= 0xDFFF;
}

/// `c` is no surrogate.
void append_utf8(std::string& out, char32_t c);

/// Appends one character of a string as JSON.stringify writes it; a lone surrogate becomes \udxxx.
void append_canonical_character(std::string& out, char32_t c);

}  // namespace rlmdb::json::bytes
