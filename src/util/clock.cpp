// SPDX-License-Identifier: MIT
#include "util/clock.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <ctime>

#include "rlmdb/error.hpp"

namespace rlmdb::util {

namespace {

/// What 64 bits of nanoseconds can say, in whole years.
constexpr int k_first_year = 1678;
constexpr int k_last_year = 2261;

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

thread_local const Clock* s_clock = nullptr;

}  // namespace

std::string utc_text(std::chrono::system_clock::time_point time) {
  return format_utc("%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", time);
}

std::string utc_file_text(std::chrono::system_clock::time_point time) {
  return format_utc("%04d%02u%02uT%02d%02d%02d.%03dZ", time);
}

std::int64_t utc_offset_minutes(std::chrono::system_clock::time_point time) {
  constexpr std::int64_t k_seconds_per_minute = 60;
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm local{};
  ::tzset();
  return ::localtime_r(&seconds, &local) == nullptr ? 0 : local.tm_gmtoff / k_seconds_per_minute;
}

std::optional<std::chrono::system_clock::time_point> parse_utc(std::string_view text) {
  using namespace std::chrono;
  constexpr std::string_view k_form = "0000-00-00T00:00:00";
  if (text.size() <= k_form.size() || text.back() != 'Z') return std::nullopt;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t i = 0; i < k_form.size(); ++i) {
    if (k_form[i] == '0' ? !is_digit(text[i]) : text[i] != k_form[i]) return std::nullopt;
  }
  const std::string_view fraction = text.substr(k_form.size(), text.size() - k_form.size() - 1);
  if (!fraction.empty() && (fraction.size() < 2 || fraction.front() != '.' ||
                            !std::all_of(fraction.begin() + 1, fraction.end(), is_digit)))
    return std::nullopt;
  const auto number = [&](std::string_view digits) {
    int value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
  };
  const auto part = [&](std::size_t begin, std::size_t count) { return number(text.substr(begin, count)); };
  const year_month_day date{year{part(0, 4)}, month{static_cast<unsigned>(part(5, 2))},
                            day{static_cast<unsigned>(part(8, 2))}};
  if (part(0, 4) < k_first_year || part(0, 4) > k_last_year) return std::nullopt;
  if (!date.ok() || part(11, 2) > 23 || part(14, 2) > 59 || part(17, 2) > 59) return std::nullopt;
  std::string millis = fraction.empty() ? "" : std::string(fraction.substr(1, 3));
  millis.resize(3, '0');
  return sys_days{date} + hours{part(11, 2)} + minutes{part(14, 2)} + seconds{part(17, 2)} +
         milliseconds{number(millis)};
}

ClockScope::ClockScope(const Clock& clock) noexcept : m_outer(s_clock) {
  if (clock) s_clock = &clock;
}

ClockScope::~ClockScope() {
  s_clock = m_outer;
}

std::chrono::system_clock::time_point now(const Clock& clock) {
  using namespace std::chrono;
  if (clock) return clock();
  if (s_clock != nullptr) return (*s_clock)();
  // Asked in seconds: the nanoseconds of system_clock::now() would begin again from the start past 2262.
  timespec time{};
  ::clock_gettime(CLOCK_REALTIME, &time);
  const seconds second(time.tv_sec);
  if (second < sys_days{year{k_first_year} / 1 / 1}.time_since_epoch() ||
      second >= sys_days{year{k_last_year + 1} / 1 / 1}.time_since_epoch())
    throw Error(ErrorCode::io,
                "the clock of this machine does not say a time of the years " + std::to_string(k_first_year) +
                    " to " + std::to_string(k_last_year) + ", and others cannot be stored",
                "", "set the clock of the machine");
  return system_clock::time_point(second + nanoseconds(time.tv_nsec));
}

std::int64_t now_ms() {
  return std::chrono::floor<std::chrono::milliseconds>(now()).time_since_epoch().count();
}

std::string utc_now_text(const Clock& clock) {
  return utc_text(now(clock));
}

}  // namespace rlmdb::util
