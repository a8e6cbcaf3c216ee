// SPDX-License-Identifier: MIT
/// Files that may be packed: gzip, or an LZ4 frame, told by their first bytes.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "rlmdb/words.hpp"

namespace rlmdb::json {

enum class Packing { none, gzip, lz4 };

}  // namespace rlmdb::json

namespace rlmdb {

/// As `workflow_checkpoints.compression` has it.
template <>
inline constexpr std::array<std::string_view, 3> k_words_of<json::Packing>{"none", "gzip", "lz4"};

}  // namespace rlmdb

namespace rlmdb::json {

/// What the first bytes say; none where they say nothing.
[[nodiscard]] Packing packing_of(std::string_view bytes) noexcept;

/// The most that a file may hold unpacked.
inline constexpr std::size_t k_most_unpacked_bytes = std::size_t{64} << 20;

/// The content of `bytes`, packed or not. Several members or frames one after the other are one content, and
/// zeros may stand after the last. Checksums are checked. What is too large is refused before memory is taken
/// for it. Error invalid_input, its place `name` and a byte offset: a stream that is cut off, damaged, or
/// followed by anything else; more than `most_bytes`, which is below 1 GiB.
[[nodiscard]] std::string unpack(std::string_view bytes, std::size_t most_bytes, std::string_view name);

/// One gzip member without a name or a time: the same text gives the same bytes.
[[nodiscard]] std::string gzip(std::string_view text);
/// One LZ4 frame with its length and a checksum.
[[nodiscard]] std::string lz4(std::string_view text);
/// By that packing.
[[nodiscard]] std::string pack(std::string_view text, Packing packing);

}  // namespace rlmdb::json
