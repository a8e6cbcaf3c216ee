// SPDX-License-Identifier: MIT
/// Texts as bytes: what is UTF-8, where a fault in them lies, and how words are compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rlmdb::util {

/// Of UTF-8. Some editors write one; what stands behind it is read.
inline constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF";

/// The offset of the first byte that is not part of valid UTF-8; nullopt when all are. Linear.
[[nodiscard]] std::optional<std::size_t> find_invalid_utf8(std::string_view text) noexcept;

/// How many bytes of valid UTF-8 hold at most `units` UTF-16 code units, as JavaScript counts a string's
/// length; a character is never cut.
[[nodiscard]] std::size_t bytes_of_utf16_units(std::string_view text, std::size_t units) noexcept;

/// "tasks.json: byte 62": a place in a file or a value, counted from 0. No "NAME:62", which reads as a line.
[[nodiscard]] std::string byte_place(std::string_view name, std::uint64_t offset);

/// A word of a status as tables of them have it, however somebody wrote it: small letters (of ASCII), one
/// underscore for each blank and hyphen within. "In Progress" is "in_progress".
[[nodiscard]] std::string fold_word(std::string_view text);

}  // namespace rlmdb::util
