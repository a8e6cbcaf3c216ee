// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

namespace rlmdb::cli {

/// A finite number in plain decimal digits, "0.25", "3"; nullopt for any other text.
[[nodiscard]] std::optional<double> decimal_of(std::string_view text) noexcept;

}  // namespace rlmdb::cli
