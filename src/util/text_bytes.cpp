// SPDX-License-Identifier: MIT
#include "util/text_bytes.hpp"

#include <utf8proc.h>

#include <cstdint>

namespace rlmdb::util {

namespace {

struct Character {
  std::size_t bytes = 0;  ///< 0: no valid character begins here
  std::int32_t code_point = 0;
};

Character character_at(std::string_view text, std::size_t offset) noexcept {
  Character character;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + offset;
  const auto length =
      utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size() - offset), &character.code_point);
  if (length > 0) character.bytes = static_cast<std::size_t>(length);
  return character;
}

}  // namespace

std::optional<std::size_t> find_invalid_utf8(std::string_view text) noexcept {
  for (std::size_t offset = 0; offset < text.size();) {
    const std::size_t bytes = character_at(text, offset).bytes;
    if (bytes == 0) return offset;
    offset += bytes;
  }
  return std::nullopt;
}

std::size_t bytes_of_utf16_units(std::string_view text, std::size_t units) noexcept {
  std::size_t offset = 0;
  while (offset < text.size()) {
    const Character character = character_at(text, offset);
    const std::size_t needed = character.code_point > 0xFFFF ? 2 : 1;
    if (character.bytes == 0 || needed > units) break;
    units -= needed;
    offset += character.bytes;
  }
  return offset;
}

std::string byte_place(std::string_view name, std::uint64_t offset) {
  return std::string(name) + ": byte " + std::to_string(offset);
}

std::string fold_word(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  std::string word(text);
  for (char& letter : word) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    if (letter == ' ' || letter == '-') letter = '_';
  }
  return word;
}

}  // namespace rlmdb::util
