// SPDX-License-Identifier: MIT
/// Number texts: JavaScript's own form of a double, and whether a token survives a round trip through
/// SQLite's INTEGER or REAL. Pure functions; tokens are taken to obey the JSON grammar (the scanner sees to
/// that).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace rlmdb::json {

inline constexpr std::size_t k_number_text_size = 40;

/// JavaScript's Number::toString of `value`, as a view of `buffer`; -0 gives "0". JSON.stringify writes
/// `null` for NaN and infinities, so does this.
[[nodiscard]] std::string_view shortest_text(double value, char (&buffer)[k_number_text_size]) noexcept;

/// What the whole token says; nullopt: it is no number, or one beyond what a double says.
[[nodiscard]] std::optional<double> number_of(std::string_view token) noexcept;

/// The integer whose plain decimal text is exactly `token` (no sign on zero, no fraction, no exponent).
[[nodiscard]] std::optional<std::int64_t> exact_int64(std::string_view token) noexcept;

/// The double whose shortest_text() is exactly `token`.
[[nodiscard]] std::optional<double> exact_double(std::string_view token) noexcept;

}  // namespace rlmdb::json
