// SPDX-License-Identifier: MIT
#include "json/json_number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>

namespace rlmdb::json {

namespace {

char* put(char* target, std::string_view text) noexcept {
  return std::copy(text.begin(), text.end(), target);
}

/// Places the decimal point into `digits`, `point` digits from the left (Number::toString, radix 10).
char* put_decimal(char* target, std::string_view digits, int point) noexcept {
  const int count = static_cast<int>(digits.size());
  if (point <= 0) {
    target = put(target, "0.");
    target = std::fill_n(target, -point, '0');
    return put(target, digits);
  }
  if (point >= count) {
    target = put(target, digits);
    return std::fill_n(target, point - count, '0');
  }
  target = put(target, digits.substr(0, static_cast<std::size_t>(point)));
  *target++ = '.';
  return put(target, digits.substr(static_cast<std::size_t>(point)));
}

char* put_exponential(char* target, std::string_view digits, int exponent) noexcept {
  *target++ = digits.front();
  if (digits.size() > 1) {
    *target++ = '.';
    target = put(target, digits.substr(1));
  }
  *target++ = 'e';
  *target++ = exponent < 0 ? '-' : '+';
  return std::to_chars(target, target + 4, exponent < 0 ? -exponent : exponent).ptr;
}

}  // namespace

std::string_view shortest_text(double value, char (&buffer)[k_number_text_size]) noexcept {
  if (!std::isfinite(value)) return "null";
  if (value == 0.0) return "0";
  char scientific[k_number_text_size];
  const auto written = std::to_chars(scientific, scientific + k_number_text_size, std::fabs(value),
                                     std::chars_format::scientific);
  const char* const mark = std::find(scientific, written.ptr, 'e');
  int exponent = 0;
  std::from_chars(mark[1] == '+' ? mark + 2 : mark + 1, written.ptr, exponent);
  char digits[k_number_text_size];
  char* const digits_end = std::remove_copy(static_cast<const char*>(scientific), mark, digits, '.');
  const std::string_view all(digits, static_cast<std::size_t>(digits_end - digits));

  char* target = buffer;
  if (value < 0) *target++ = '-';
  const bool plain = exponent > -7 && exponent < 21;
  target = plain ? put_decimal(target, all, exponent + 1) : put_exponential(target, all, exponent);
  return {buffer, static_cast<std::size_t>(target - buffer)};
}

std::optional<std::int64_t> exact_int64(std::string_view token) noexcept {
  std::int64_t value = 0;
  const char* const end = token.data() + token.size();
  const auto read = std::from_chars(token.data(), end, value);
  if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  const std::string_view digits = token.front() == '-' ? token.substr(1) : token;
  if (digits.front() == '0' && token.size() != 1) return std::nullopt;
  return value;
}

std::optional<double> number_of(std::string_view token) noexcept {
  double value = 0;
  const char* const end = token.data() + token.size();
  const auto read = std::from_chars(token.data(), end, value);
  return read.ec == std::errc{} && read.ptr == end ? std::optional(value) : std::nullopt;
}

std::optional<double> exact_double(std::string_view token) noexcept {
  const std::optional<double> value = number_of(token);
  if (!value || !std::isfinite(*value)) return std::nullopt;
  char buffer[k_number_text_size];
  return shortest_text(*value, buffer) == token ? value : std::nullopt;
}

}  // namespace rlmdb::json
