// SPDX-License-Identifier: MIT
#include "frame/duration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "rlmdb/error.hpp"

namespace rlmdb::cli {
namespace {

using std::chrono::milliseconds;

struct Unit {
  std::string_view name;
  milliseconds length;
};

constexpr std::array<Unit, 5> k_duration_units{{{"ms", milliseconds(1)},
                                                {"s", std::chrono::seconds(1)},
                                                {"m", std::chrono::minutes(1)},
                                                {"h", std::chrono::hours(1)},
                                                {"d", std::chrono::days(1)}}};

Error refusal(std::string_view option, std::string_view text, std::string_view problem) {
  return Error(ErrorCode::usage, fmt::format("{} {}, not '{}'", option, problem, text), {},
               "a duration is a whole number with ms, s, m, h or d behind it: 30s, 15m");
}

}  // namespace

std::string duration_option(milliseconds duration) {
  const auto fits = [duration](const Unit& unit) { return duration % unit.length == milliseconds(0); };
  const auto unit = std::find_if(k_duration_units.rbegin(), k_duration_units.rend(), fits);
  return duration == milliseconds(0) ? "0s" : fmt::format("{}{}", duration / unit->length, unit->name);
}

milliseconds parse_duration(std::string_view option, std::string_view text) {
  std::uint64_t count = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), count);
  const std::string_view name = text.substr(static_cast<std::size_t>(end - text.data()));
  const auto unit = std::find_if(k_duration_units.begin(), k_duration_units.end(),
                                 [&](const Unit& one) { return one.name == name; });
  if (failure == std::errc::invalid_argument || unit == k_duration_units.end()) {
    throw refusal(option, text, "takes a duration such as 15m");
  }
  const auto most = static_cast<std::uint64_t>(k_longest_duration / unit->length);
  if (failure == std::errc::result_out_of_range || count > most) {
    throw refusal(option, text, fmt::format("takes at most {}d", k_longest_duration.count()));
  }
  return static_cast<std::int64_t>(count) * unit->length;
}

}  // namespace rlmdb::cli
