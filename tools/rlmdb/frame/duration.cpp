// SPDX-License-Identifier: MIT
#include "frame/duration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <vector>

#include "rlmdb/error.hpp"

namespace rlmdb::cli {
namespace {

using std::chrono::milliseconds;

struct Unit {
  std::string_view name;
  milliseconds length;
  std::vector<std::string_view> other_names;
};

const std::array<Unit, 6>& duration_units() {
  static const std::array<Unit, 6> k_units{
      {{"ms", milliseconds(1), {"millisecond", "milliseconds"}},
       {"s", std::chrono::seconds(1), {"sec", "secs", "second", "seconds"}},
       {"m", std::chrono::minutes(1), {"min", "mins", "minute", "minutes"}},
       {"h", std::chrono::hours(1), {"hour", "hours"}},
       {"d", std::chrono::days(1), {"day", "days"}},
       {"w", std::chrono::weeks(1), {"week", "weeks"}}}};
  return k_units;
}

const Unit* find_unit(std::string_view name) {
  const auto& units = duration_units();
  const auto unit = std::find_if(units.begin(), units.end(), [&](const Unit& one) {
    return one.name == name ||
           std::find(one.other_names.begin(), one.other_names.end(), name) != one.other_names.end();
  });
  return unit == units.end() ? nullptr : &*unit;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

void skip_spaces(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
}

ReadDuration wrong(std::string problem) {
  return {{}, std::move(problem)};
}

}  // namespace

std::string duration_option(milliseconds duration) {
  // Weeks are understood, and not written: what is kept for 14d says so.
  const auto fits = [duration](const Unit& unit) {
    return unit.name != "w" && duration % unit.length == milliseconds(0);
  };
  const auto& units = duration_units();
  const auto unit = std::find_if(units.rbegin(), units.rend(), fits);
  return duration == milliseconds(0) ? "0s" : fmt::format("{}{}", duration / unit->length, unit->name);
}

ReadDuration read_duration(std::string_view text) {
  constexpr std::string_view k_no_duration = "takes a duration such as 15m";
  ReadDuration read;
  const Unit* last = nullptr;
  if (text.empty() || text.front() == ' ' || text.back() == ' ') return wrong(std::string(k_no_duration));
  while (!text.empty()) {
    std::uint64_t count = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (failure == std::errc::invalid_argument) return wrong(std::string(k_no_duration));
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.starts_with('.') || text.starts_with(',')) return wrong("takes whole numbers, as in 1h30m");
    skip_spaces(text);
    const auto name_end = std::find_if_not(text.begin(), text.end(), is_letter);
    const Unit* unit = find_unit({text.begin(), name_end});
    if (unit == nullptr) return wrong(std::string(k_no_duration));
    if (last != nullptr && unit->length >= last->length) {
      return wrong("takes units from the largest to the smallest, each once, as in 1h30m");
    }
    const auto most = static_cast<std::uint64_t>((k_longest_duration - read.length) / unit->length);
    if (failure == std::errc::result_out_of_range || count > most) {
      return wrong(fmt::format("takes at most {}d", k_longest_duration.count()));
    }
    read.length += static_cast<std::int64_t>(count) * unit->length;
    text.remove_prefix(static_cast<std::size_t>(name_end - text.begin()));
    skip_spaces(text);
    last = unit;
  }
  return read;
}

milliseconds parse_duration(std::string_view option, std::string_view text) {
  const ReadDuration read = read_duration(text);
  if (!read.problem.empty()) {
    throw Error(ErrorCode::usage, fmt::format("{} {}, not '{}'", option, read.problem, text), {},
                "a duration is whole numbers with ms, s, m, h, d or w behind them: 30s, 15m, 1d12h");
  }
  return read.length;
}

}  // namespace rlmdb::cli
