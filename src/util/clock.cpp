// SPDX-License-Identifier: MIT
#include "util/clock.hpp"

#include <array>
#include <cstdio>

namespace rlmdb::util {

namespace {

std::string format_utc(const char* format, std::chrono::system_clock::time_point time) {
  using namespace std::chrono;
  const auto day = floor<days>(time);
  const year_month_day date{day};
  const hh_mm_ss clock{floor<milliseconds>(time - day)};
  std::array<char, 64> text{};
  const int length =
      std::snprintf(text.data(), text.size(), format, static_cast<int>(date.year()),
                    static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                    static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                    static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
  return {text.data(), static_cast<std::size_t>(length)};
}

}  // namespace

std::string utc_text(std::chrono::system_clock::time_point time) {
  return format_utc("%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", time);
}

std::string utc_file_text(std::chrono::system_clock::time_point time) {
  return format_utc("%04d%02u%02uT%02d%02d%02d.%03dZ", time);
}

std::chrono::system_clock::time_point now(const Clock& clock) {
  return clock ? clock() : std::chrono::system_clock::now();
}

std::string utc_now_text(const Clock& clock) {
  return utc_text(now(clock));
}

}  // namespace rlmdb::util
