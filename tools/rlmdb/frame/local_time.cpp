// SPDX-License-Identifier: MIT
#include "frame/local_time.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>

namespace rlmdb::cli {
namespace {

constexpr std::int64_t k_day_ms = 86'400'000;

std::int64_t whole_days(std::int64_t ms) {
  return std::chrono::floor<std::chrono::days>(std::chrono::milliseconds(ms)).count();
}

}  // namespace

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

}  // namespace rlmdb::cli
