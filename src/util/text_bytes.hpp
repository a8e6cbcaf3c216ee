// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace rlmdb::util {

/// The offset of the first byte that is not part of valid UTF-8; nullopt when all are. Linear.
[[nodiscard]] std::optional<std::size_t> find_invalid_utf8(std::string_view text) noexcept;

/// How many bytes of valid UTF-8 hold at most `units` UTF-16 code units, as JavaScript counts a string's
/// length; a character is never cut.
[[nodiscard]] std::size_t bytes_of_utf16_units(std::string_view text, std::size_t units) noexcept;

}  // namespace rlmdb::util
