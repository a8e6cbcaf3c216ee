// SPDX-License-Identifier: MIT
#include "frame/times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <vector>

#include "frame/duration.hpp"
#include "rlmdb/error.hpp"
#include "terminal/local_time.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::int64_t k_second_ms = 1'000;
constexpr std::int64_t k_minute_ms = 60 * k_second_ms;
constexpr std::int64_t k_wall_day_ms = 24 * 60 * k_minute_ms;
std::string forms(Length length = Length::ago) {
  return fmt::format(
      "a time is 2026-11-25T09:30:00Z, \"2026-11-25 09:30\" (local, or with +01:00 behind it), 2026-11-25, "
      "today, yesterday, tomorrow, now, 09:30 (today), or how long {}: 2h, 1d12h",
      length == Length::ago ? "ago" : "from now");
}

Error refused(std::string_view option, std::string_view problem, std::string_view text,
              std::string hint = forms()) {
  return Error(ErrorCode::usage, fmt::format("{} {}, not '{}'", option, problem, text), {}, std::move(hint));
}

/// Reads from the front of a text; after the first thing that is not there it is no good any more.
class TimeReader {
 public:
  explicit TimeReader(std::string_view text) : m_text(text) {}

  [[nodiscard]] bool is_good() const { return m_is_good; }
  [[nodiscard]] bool is_at_end() const { return m_is_good && m_text.empty(); }
  [[nodiscard]] std::size_t digits_ahead() const {
    return std::min(m_text.find_first_not_of("0123456789"), m_text.size());
  }

  int number(std::size_t digits, int least, int most) {
    m_is_good = m_is_good && digits_ahead() >= digits;
    int value = 0;
    for (std::size_t i = 0; m_is_good && i < digits; ++i) value = value * 10 + (m_text[i] - '0');
    if (m_is_good) m_text.remove_prefix(digits);
    m_is_good = m_is_good && value >= least && value <= most;
    return value;
  }
  bool take(std::string_view wanted) {
    if (!m_is_good || !m_text.starts_with(wanted)) return false;
    m_text.remove_prefix(wanted.size());
    return true;
  }
  void expect(std::string_view wanted) { m_is_good = take(wanted); }

  /// What stands behind the point of a second, cut to milliseconds.
  int milliseconds() {
    const std::size_t digits = digits_ahead();
    m_is_good = m_is_good && digits > 0;
    int value = 0;
    for (std::size_t i = 0; i < 3; ++i) value = value * 10 + (i < digits ? m_text[i] - '0' : 0);
    m_text.remove_prefix(digits);
    return value;
  }

 private:
  std::string_view m_text;
  bool m_is_good = true;
};

/// A day as the calendar has it; nullopt where there is none, as of 2026-02-30. Years are those that are stored.
std::optional<std::int64_t> read_date(TimeReader& reader) {
  using namespace std::chrono;
  const int y = reader.number(4, 1678, 2261);
  reader.expect("-");
  const int m = reader.number(2, 1, 12);
  reader.expect("-");
  const int d = reader.number(2, 1, 31);
  const year_month_day date{year{y}, month{static_cast<unsigned>(m)}, day{static_cast<unsigned>(d)}};
  return reader.is_good() && date.ok() ? std::optional(sys_days{date}.time_since_epoch().count())
                                       : std::nullopt;
}

struct Clock {
  std::int64_t since_midnight_ms = 0;
  std::int64_t length_ms = k_minute_ms;
};

/// "09:30", "9:30", "09:30:15", "09:30:15.25". Behind a `T`, as others write times, an hour has two digits.
Clock read_clock(TimeReader& reader, std::size_t least_digits) {
  Clock clock;
  const int hours = reader.number(std::clamp(reader.digits_ahead(), least_digits, std::size_t{2}), 0, 23);
  reader.expect(":");
  clock.since_midnight_ms = (hours * 60 + reader.number(2, 0, 59)) * k_minute_ms;
  if (!reader.take(":")) return clock;
  clock.since_midnight_ms += reader.number(2, 0, 59) * k_second_ms;
  clock.length_ms = k_second_ms;
  if (!reader.take(".")) return clock;
  clock.since_midnight_ms += reader.milliseconds();
  clock.length_ms = 1;
  return clock;
}

/// "Z", "+02:00", "+0200", "-05", a space before it; nullopt: nothing stands there.
std::optional<std::int64_t> read_zone(TimeReader& reader) {
  TimeReader zone = reader;
  zone.take(" ");
  const bool is_utc = zone.take("Z");
  const bool is_west = !is_utc && zone.take("-");
  if (!is_utc && !is_west && !zone.take("+")) return std::nullopt;
  reader = zone;
  if (is_utc) return 0;
  const int hours = reader.number(2, 0, 14);
  const bool has_minutes = reader.take(":") || reader.digits_ahead() > 0;
  const std::int64_t minutes = hours * 60 + (has_minutes ? reader.number(2, 0, 59) : 0);
  return (is_west ? -minutes : minutes) * k_minute_ms;
}

std::string offset_text(std::int64_t offset_ms) {
  const std::int64_t minutes = std::abs(offset_ms) / k_minute_ms;
  return fmt::format("{}{:02}:{:02}", offset_ms < 0 ? '-' : '+', minutes / 60, minutes % 60);
}

std::int64_t local_instant(std::string_view option, std::string_view text, std::int64_t wall_ms) {
  const std::vector<std::int64_t> instants = instants_of_wall(wall_ms);
  if (instants.size() == 1) return instants.front();
  if (instants.empty()) {
    throw refused(option, "takes a time that there is: clocks were put forward past it", text,
                  "give it with its zone, as Z or +01:00 behind it");
  }
  const auto with_offset = [&](std::int64_t instant) { return offset_text(zone_offset_ms(instant)); };
  throw refused(
      option, "takes a time that there is once: clocks were put back over it", text,
      fmt::format("put {} or {} behind it", with_offset(instants.front()), with_offset(instants.back())));
}

SaidTime whole_day(std::int64_t day) {
  return {SaidTime::Kind::day, begin_of_day(day), begin_of_day(day + 1)};
}

/// "yesterday" and such, and how many days they are from today.
std::optional<int> take_day_word(TimeReader& reader) {
  static constexpr std::array<std::pair<std::string_view, int>, 3> k_days{
      {{"today", 0}, {"yesterday", -1}, {"tomorrow", 1}}};
  for (const auto& [word, days] : k_days) {
    if (reader.take(word)) return days;
  }
  return std::nullopt;
}

/// A day, a clock time of today, or both; nullopt: a text of another shape.
std::optional<SaidTime> read_calendar(std::string_view option, std::string_view text, std::int64_t now_ms) {
  TimeReader reader(text);
  const bool is_clock = reader.digits_ahead() > 0 && text.substr(reader.digits_ahead()).starts_with(':');
  const bool is_date = reader.digits_ahead() == 4 && text.substr(4).starts_with('-');
  std::optional<std::int64_t> day = day_of(now_ms);
  if (is_date) {
    day = read_date(reader);
    if (reader.is_good() && !day) throw refused(option, "takes a day that there is", text);
  } else if (!is_clock) {
    const std::optional<int> distance = take_day_word(reader);
    if (!distance) return std::nullopt;
    *day += *distance;
  }
  if (reader.is_at_end()) return whole_day(*day);
  const bool is_behind_t = is_date && reader.take("T");
  if (!is_clock && !is_behind_t) reader.expect(" ");
  const Clock clock = read_clock(reader, is_behind_t ? 2 : 1);
  const std::optional<std::int64_t> offset = read_zone(reader);
  // Today where? A day that is not named and a zone that is do not go together.
  if (!reader.is_at_end() || (offset && !is_date)) return std::nullopt;
  const std::int64_t wall_ms = *day * k_wall_day_ms + clock.since_midnight_ms;
  const std::int64_t begin = offset ? wall_ms - *offset : local_instant(option, text, wall_ms);
  return SaidTime{SaidTime::Kind::clock, begin, begin + clock.length_ms};
}

/// As others write times, with a `T` and a zone.
bool is_whole(std::string_view text) {
  constexpr std::size_t k_date_length = 10;
  constexpr std::string_view k_offset = "+00:00";
  if (text.size() <= k_date_length + k_offset.size() || text[k_date_length] != 'T') return false;
  const std::string_view end = text.substr(text.size() - k_offset.size());
  return text.back() == 'Z' || ((end.front() == '+' || end.front() == '-') && end[3] == ':');
}

}  // namespace

SaidTime parse_time(std::string_view option, std::string_view text, std::int64_t now_ms,
                    std::string_view or_else, Length length) {
  constexpr std::string_view k_ago = " ago";
  if (text == "now") return {SaidTime::Kind::clock, now_ms, now_ms + 1};
  if (const std::optional<SaidTime> said = read_calendar(option, text, now_ms)) return *said;
  const bool is_ago = length == Length::ago || text.ends_with(k_ago);
  const ReadDuration read =
      read_duration(text.ends_with(k_ago) ? text.substr(0, text.size() - k_ago.size()) : text);
  if (!read.problem.empty()) {
    const std::string_view day = length == Length::ago ? "yesterday" : "tomorrow";
    throw refused(option, fmt::format("takes a time such as 2h, {} or 2026-11-25", day), text,
                  fmt::format("{}{}{}", forms(length), or_else.empty() ? "" : "; or ", or_else));
  }
  if (is_ago) return {SaidTime::Kind::ago, now_ms - read.length.count(), now_ms + 1};
  return {SaidTime::Kind::ahead, now_ms + read.length.count(), now_ms + read.length.count() + 1};
}

std::int64_t time_now_ms() {
  using namespace std::chrono;
  return floor<milliseconds>(system_clock::now()).time_since_epoch().count();
}

TimeSpan parse_span(std::string_view option, std::string_view text, std::int64_t now_ms) {
  constexpr std::string_view k_to = "..";
  constexpr std::string_view k_or_else = "A..B, A.. or ..B of two times";
  const std::size_t middle = text.find(k_to);
  if (middle == std::string_view::npos || text == k_to) {
    const SaidTime said = parse_time(option, text, now_ms, k_or_else);
    return {said.begin_ms, said.end_ms};
  }
  TimeSpan span;
  const std::string_view from = text.substr(0, middle);
  const std::string_view to = text.substr(middle + k_to.size());
  if (!from.empty()) span.begin_ms = parse_time(option, from, now_ms, k_or_else).begin_ms;
  if (!to.empty()) span.end_ms = parse_time(option, to, now_ms, k_or_else).until_ms();
  if (span.begin_ms && span.end_ms && *span.begin_ms >= *span.end_ms) {
    throw refused(option, "takes a time that begins before it ends", text,
                  fmt::format("that is from {} to {}: the earlier stands first",
                              utc_time_text(*span.begin_ms), utc_time_text(*span.end_ms)));
  }
  return span;
}

void require_some_time(const TimeSpan& span, std::string_view from, std::string_view to) {
  if (!span.begin_ms || !span.end_ms || *span.begin_ms < *span.end_ms) return;
  throw Error(
      ErrorCode::usage, fmt::format("nothing can be between {} and {}", from, to), {},
      fmt::format("that is from {} to {}", utc_time_text(*span.begin_ms), utc_time_text(*span.end_ms)));
}

std::optional<std::int64_t> event_number(std::string_view option, std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  std::int64_t number = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc{}) return number;
  throw Error(ErrorCode::usage, fmt::format("{} takes the number of an event, not '{}'", option, text));
}

std::string number_or_utc(std::string_view option, std::string_view text) {
  return event_number(option, text)
             ? std::string(text)
             : utc_time_text(parse_time(option, text, time_now_ms(), "the number of an event").begin_ms);
}

std::string kept_time(std::string_view option, std::string_view text, Length length) {
  const SaidTime said = parse_time(option, text, time_now_ms(), {}, length);
  return is_whole(text) ? std::string(text) : utc_time_text(said.begin_ms);
}

EarliestStart earliest_start(std::string_view option, std::string_view text) {
  using std::chrono::milliseconds;
  if (text == "now") return milliseconds{0};
  const std::int64_t now_ms = time_now_ms();
  const SaidTime said = parse_time(option, text, now_ms, {}, Length::from_now);
  const bool is_length = said.kind == SaidTime::Kind::ahead || said.kind == SaidTime::Kind::ago;
  if (is_length) return milliseconds{said.begin_ms - now_ms};
  return utc_time_text(said.begin_ms);
}

std::string utc_time_text(std::int64_t instant_ms) {
  using namespace std::chrono;
  const sys_time<milliseconds> instant{milliseconds(instant_ms)};
  const auto day = floor<days>(instant);
  const year_month_day date{day};
  const hh_mm_ss clock{instant - day};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count(),
                     clock.subseconds().count());
}

}  // namespace rlmdb::cli
