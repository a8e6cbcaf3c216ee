// SPDX-License-Identifier: MIT
#include "format/units_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "terminal/local_time.hpp"

namespace rlmdb::cli {

std::string count_text(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t position = digits.size(); position > 3; position -= 3) {
    digits.insert(position - 3, ",");
  }
  return digits;
}

std::string counted(std::uint64_t count, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", count_text(count), count == 1 ? singular : plural);
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 5> k_units{"kB", "MB", "GB", "TB", "PB"};
  constexpr std::uint64_t k_step = 1000;
  if (bytes < k_step) {
    return fmt::format("{} B", bytes);
  }
  double value = static_cast<double>(bytes) / static_cast<double>(k_step);
  std::size_t unit = 0;
  while (value >= 999.95 && unit + 1 < k_units.size()) {
    value /= static_cast<double>(k_step);
    ++unit;
  }
  return fmt::format("{:.1f} {}", value, k_units[unit]);
}

std::string duration_text(std::chrono::milliseconds duration) {
  constexpr std::int64_t k_second = 1'000;
  constexpr std::int64_t k_minute = 60 * k_second;
  constexpr std::int64_t k_hour = 60 * k_minute;
  const std::int64_t ms = duration.count();
  if (ms < k_second) {
    return fmt::format("{} ms", ms);
  }
  if (ms < k_minute) {
    return fmt::format("{:.1f} s", static_cast<double>(ms) / 1000.0);
  }
  if (ms < k_hour) {
    return fmt::format("{} min {:02} s", ms / k_minute, ms % k_minute / k_second);
  }
  return fmt::format("{} h {:02} min", ms / k_hour, ms % k_hour / k_minute);
}

std::string usd_text(double usd) {
  return usd < 0 ? fmt::format("-${:.4f}", -usd) : fmt::format("${:.4f}", usd);
}

std::string known_usd_text(const std::optional<double>& usd, std::int64_t nodes_without_cost) {
  if (!usd.has_value()) {
    return "unknown";
  }
  return (nodes_without_cost > 0 ? "at least " : "") + usd_text(*usd);
}

std::string left_usd_text(const std::optional<double>& usd, std::int64_t nodes_without_cost) {
  if (!usd.has_value()) {
    return "unknown";
  }
  return (nodes_without_cost > 0 ? "at most " : "") + usd_text(*usd);
}

std::string money_text(double usd) {
  // Beyond that a double has no six decimals.
  constexpr double k_most_usd = 1e9;
  if (!(std::abs(usd) < k_most_usd)) {
    return fmt::format("{}", usd);
  }
  std::string text = fmt::format("{:.6f}", usd);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') {
    text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

std::string minute_of(const std::string& time) {
  const auto instant = instant_of_utc(time);
  return instant ? local_minute(*instant) : time;
}

std::string second_of(const std::string& time) {
  const auto instant = instant_of_utc(time);
  return instant ? local_second(*instant) : time;
}

std::size_t time_width() {
  const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  return local_minute(now.time_since_epoch().count()).size();
}

}  // namespace rlmdb::cli
