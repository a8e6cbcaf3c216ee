// SPDX-License-Identifier: MIT
#include "frame/decimal.hpp"

#include <charconv>
#include <cmath>

namespace rlmdb::cli {

std::optional<double> decimal_of(std::string_view text) noexcept {
  double number = 0;
  const auto [end, failure] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  const bool is_number = failure == std::errc{} && end == text.data() + text.size() && std::isfinite(number);
  return is_number ? std::optional(number) : std::nullopt;
}

}  // namespace rlmdb::cli
