// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace rlmdb::util {

/// XXH3, 128 bits, canonical (big-endian) byte order. Fast and not cryptographic: tells accidental changes,
/// not a forger's.
using Digest128 = std::array<std::uint8_t, 16>;

[[nodiscard]] Digest128 digest128(std::string_view bytes);
/// 32 lower-case hexadecimal digits.
[[nodiscard]] std::string to_hex(const Digest128& digest);

}  // namespace rlmdb::util
