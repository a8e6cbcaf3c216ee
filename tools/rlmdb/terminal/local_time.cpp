// SPDX-License-Identifier: MIT
#include "terminal/local_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <system_error>

namespace rlmdb::cli {
namespace {

constexpr std::int64_t k_day_ms = 86'400'000;

std::int64_t whole_days(std::int64_t ms) {
  return std::chrono::floor<std::chrono::days>(std::chrono::milliseconds(ms)).count();
}

std::string local_text(std::int64_t instant_ms, const char* form) {
  const std::int64_t offset_ms = zone_offset_ms(instant_ms);
  const std::time_t shown =
      std::chrono::floor<std::chrono::seconds>(std::chrono::milliseconds(instant_ms + offset_ms)).count();
  std::tm parts{};
  std::array<char, 32> text{};
  if (::gmtime_r(&shown, &parts) == nullptr || std::strftime(text.data(), text.size(), form, &parts) == 0)
    return {};
  const std::int64_t minutes = offset_ms / 60'000;
  if (minutes == 0) return std::string(text.data()) + "Z";
  const std::int64_t size = minutes < 0 ? -minutes : minutes;
  const std::string zone = fmt::format("{}{:02}", minutes < 0 ? '-' : '+', size / 60);
  return text.data() + (size % 60 == 0 ? zone : fmt::format("{}:{:02}", zone, size % 60));
}

/// The full time in UTC that `text` begins with, "" where it begins with none.
std::string time_at_begin_of(std::string_view text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789-:.TZ"), text.size());
  const bool ends_word =
      end == text.size() || std::string_view(" \n,;)").find(text[end]) != std::string_view::npos;
  std::string time(text.substr(0, ends_word ? end : 0));
  while (!time.empty() && time.back() != 'Z') time.pop_back();
  return instant_of_utc(time) ? time : std::string{};
}

/// "CET-1CEST", "<+0330>-3:30": a name, then what is to be added for UTC.
bool is_zone_in_itself(std::string_view text) {
  constexpr std::size_t k_least_letters = 3;
  const auto is_letter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
  const bool is_quoted = text.starts_with('<');
  const auto name_end =
      is_quoted ? text.begin() + static_cast<std::ptrdiff_t>(std::min(text.find('>'), text.size()))
                : std::find_if_not(text.begin(), text.end(), is_letter);
  if (static_cast<std::size_t>(name_end - text.begin()) < k_least_letters) return false;
  std::string_view offset(name_end, text.end());
  if (is_quoted) offset.remove_prefix(std::min<std::size_t>(1, offset.size()));
  if (offset.starts_with('+') || offset.starts_with('-')) offset.remove_prefix(1);
  return !offset.empty() && offset.front() >= '0' && offset.front() <= '9';
}

bool is_zone_of_system(std::string_view name) {
  const char* const given = std::getenv("TZDIR");
  const std::filesystem::path zones = given == nullptr || *given == '\0' ? "/usr/share/zoneinfo" : given;
  std::error_code ignored;
  return std::filesystem::is_regular_file(zones / name, ignored);
}

}  // namespace

std::optional<std::string> unknown_zone() {
  const char* const given = std::getenv("TZ");
  std::string_view zone = given == nullptr ? "" : given;
  if (zone.starts_with(':')) zone.remove_prefix(1);
  if (zone.empty() || zone == "UTC" || zone == "GMT" || is_zone_in_itself(zone) || is_zone_of_system(zone))
    return std::nullopt;
  return std::string(given);
}

std::int64_t zone_offset_ms(std::int64_t instant_ms) {
  using namespace std::chrono;
  const std::time_t second = floor<seconds>(milliseconds(instant_ms)).count();
  std::tm local{};
  ::tzset();
  return ::localtime_r(&second, &local) == nullptr ? 0 : milliseconds(seconds(local.tm_gmtoff)).count();
}

std::vector<std::int64_t> instants_of_wall(std::int64_t wall_ms) {
  // No clock is a day off UTC, so these are before and after it, and clocks change at most once in between.
  std::vector<std::int64_t> instants;
  for (const std::int64_t near : {wall_ms - k_day_ms, wall_ms + k_day_ms}) {
    const std::int64_t offset = zone_offset_ms(near);
    const std::int64_t instant = wall_ms - offset;
    const bool is_known = !instants.empty() && instants.front() == instant;
    if (zone_offset_ms(instant) == offset && !is_known) instants.push_back(instant);
  }
  std::sort(instants.begin(), instants.end());
  return instants;
}

std::int64_t begin_of_day(std::int64_t day) {
  const std::int64_t midnight = day * k_day_ms;
  const std::vector<std::int64_t> instants = instants_of_wall(midnight);
  // Where midnight is skipped, the clock of before shows it when the other begins.
  return instants.empty() ? midnight - zone_offset_ms(midnight - k_day_ms) : instants.front();
}

std::int64_t day_of(std::int64_t instant_ms) {
  return whole_days(instant_ms + zone_offset_ms(instant_ms));
}

std::optional<std::int64_t> instant_of_utc(const std::string& text) {
  std::tm parts{};
  const char* const rest = ::strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
  if (rest == nullptr || text.back() != 'Z') return std::nullopt;
  const std::size_t end = text.size() - 1;
  std::size_t at = static_cast<std::size_t>(rest - text.c_str());
  std::int64_t ms = std::int64_t{::timegm(&parts)} * 1'000;
  if (at < end && text[at] == '.') {
    ++at;
    for (std::int64_t unit = 100; at < end && text[at] >= '0' && text[at] <= '9'; ++at, unit /= 10)
      ms += (text[at] - '0') * unit;
  }
  return at == end ? std::optional(ms) : std::nullopt;
}

std::string local_minute(std::int64_t instant_ms) {
  return local_text(instant_ms, "%Y-%m-%d %H:%M");
}

std::string local_second(std::int64_t instant_ms) {
  return local_text(instant_ms, "%Y-%m-%d %H:%M:%S");
}

std::string local_times_in(std::string_view sentence) {
  constexpr std::array<std::string_view, 3> k_before{" until ", "scheduled for ", " expired at "};
  std::string text;
  for (std::size_t at = 0; at < sentence.size();) {
    const bool may_be = std::any_of(k_before.begin(), k_before.end(), [&](std::string_view words) {
      return sentence.substr(0, at).ends_with(words);
    });
    const std::string time = may_be ? time_at_begin_of(sentence.substr(at)) : std::string{};
    if (time.empty()) {
      text += sentence[at++];
    } else {
      text += local_second(*instant_of_utc(time));
      at += time.size();
    }
  }
  return text;
}

std::string age_text(std::int64_t instant_ms, std::int64_t now_ms) {
  struct Unit {
    std::int64_t ms;
    const char* name;
  };
  constexpr std::array<Unit, 4> k_units{{{k_day_ms, "d"}, {3'600'000, "h"}, {60'000, "min"}, {1'000, "s"}}};
  const std::int64_t age = now_ms - instant_ms;
  for (const Unit& unit : k_units) {
    if (age >= unit.ms) return fmt::format("{} {} ago", age / unit.ms, unit.name);
    if (-age >= unit.ms) return fmt::format("in {} {}", -age / unit.ms, unit.name);
  }
  return "just now";
}

}  // namespace rlmdb::cli
