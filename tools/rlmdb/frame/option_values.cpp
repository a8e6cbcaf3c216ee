// SPDX-License-Identifier: MIT
#include "frame/option_values.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>

#include "frame/times.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::cli {

std::optional<double> decimal_of(std::string_view text) noexcept {
  double number = 0;
  const auto [end, failure] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  const bool is_number = failure == std::errc{} && end == text.data() + text.size() && std::isfinite(number);
  return is_number ? std::optional(number) : std::nullopt;
}

void require_no_bare_word(const std::string& json, const std::string& name, const std::string& hint) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const bool is_word = !json.empty() && is_letter(json.front());
  if (is_word && json != "true" && json != "false" && json != "null") {
    throw Error(ErrorCode::invalid_input,
                fmt::format("{} is no JSON value: a text has to stand in double quotes", name), name + ":0",
                hint);
  }
}

Moment moment_of(const std::string& text) {
  const std::optional<std::int64_t> seq = event_number("--at", text);
  return seq ? Moment(*seq) : Moment(number_or_utc("--at", text));
}

}  // namespace rlmdb::cli
