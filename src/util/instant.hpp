// SPDX-License-Identifier: MIT
/// Times of sources as points in time: the one place that compares them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace rlmdb::util {

/// Milliseconds since 1970 UTC, cut off, of "2026-01-01T13:00:00.000+02:00" or "…Z"; seconds and their
/// fraction may be left out before an offset. nullopt: any other text. It says what tasks.created_at_ms says.
[[nodiscard]] std::optional<std::int64_t> instant_ms(std::string_view text);

/// Whether `left` is a later moment than `right`. A text that is no time, as "", comes before every time; of
/// two such neither is later.
[[nodiscard]] bool is_later(std::string_view left, std::string_view right);

}  // namespace rlmdb::util
