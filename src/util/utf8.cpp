// SPDX-License-Identifier: MIT
#include "util/utf8.hpp"

#include <utf8proc.h>

namespace rlmdb::util {

std::optional<std::size_t> find_invalid_utf8(std::string_view text) noexcept {
  std::size_t offset = 0;
  while (offset < text.size()) {
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + offset;
    utf8proc_int32_t code_point = 0;
    const auto length =
        utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size() - offset), &code_point);
    if (length <= 0) return offset;
    offset += static_cast<std::size_t>(length);
  }
  return std::nullopt;
}

std::size_t bytes_of_utf16_units(std::string_view text, std::size_t units) noexcept {
  std::size_t offset = 0;
  while (offset < text.size()) {
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + offset;
    utf8proc_int32_t code_point = 0;
    const auto length =
        utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size() - offset), &code_point);
    const std::size_t needed = code_point > 0xFFFF ? 2 : 1;
    if (needed > units) break;
    units -= needed;
    offset += length > 0 ? static_cast<std::size_t>(length) : 1;
  }
  return offset;
}

}  // namespace rlmdb::util
