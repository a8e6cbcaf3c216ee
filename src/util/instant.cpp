// SPDX-License-Identifier: MIT
#include "util/instant.hpp"

#include <chrono>

namespace rlmdb::util {

namespace {

constexpr std::size_t k_date_length = 10;
/// What created_at_ms asks for, whose expression cannot tell shorter texts apart.
constexpr std::size_t k_least_length = 20;

/// Reads from the front of a text; after the first thing that is not there it is no good any more.
class Reader {
 public:
  explicit Reader(std::string_view text) : m_text(text) {}

  int number(std::size_t digits, int least, int most) {
    int value = 0;
    for (std::size_t i = 0; i < digits; ++i) value = value * 10 + digit();
    m_is_good = m_is_good && value >= least && value <= most;
    return value;
  }
  void expect(char wanted) { m_is_good = take(wanted) && m_is_good; }
  bool take(char wanted) {
    if (!m_text.starts_with(wanted)) return false;
    m_text.remove_prefix(1);
    return true;
  }
  /// Of a fraction as many digits as there are.
  int milliseconds() {
    if (!take('.')) return 0;
    int value = digit() * 100;
    for (int weight : {10, 1}) value += weight * (begins_with_digit() ? digit() : 0);
    while (begins_with_digit()) m_text.remove_prefix(1);
    return value;
  }
  [[nodiscard]] bool is_at_end() const { return m_is_good && m_text.empty(); }

 private:
  [[nodiscard]] bool begins_with_digit() const {
    return !m_text.empty() && m_text.front() >= '0' && m_text.front() <= '9';
  }
  int digit() {
    m_is_good = m_is_good && begins_with_digit();
    if (!m_is_good) return 0;
    const int value = m_text.front() - '0';
    m_text.remove_prefix(1);
    return value;
  }

  std::string_view m_text;
  bool m_is_good = true;
};

std::int64_t read_day(Reader& reader) {
  using namespace std::chrono;
  const year y{reader.number(4, 0, 9999)};
  reader.expect('-');
  const int month_of_year = reader.number(2, 1, 12);
  reader.expect('-');
  const int day_of_month = reader.number(2, 1, 31);
  const sys_days first = y / month{static_cast<unsigned>(month_of_year)} / day{1};
  return first.time_since_epoch().count() + day_of_month - 1;
}

/// Minutes that an offset's clock is ahead of UTC; 0 for Z. Spaces may stand before it, as SQLite has it.
int read_offset(Reader& reader) {
  while (reader.take(' ')) continue;
  if (reader.take('Z')) return 0;
  const int sign = reader.take('-') ? -1 : 1;
  if (sign > 0) reader.expect('+');
  const int hours = reader.number(2, 0, 14);
  reader.expect(':');
  return sign * (hours * 60 + reader.number(2, 0, 59));
}

}  // namespace

std::optional<std::int64_t> instant_ms(std::string_view text) {
  if (text.size() < k_least_length || text[k_date_length] != 'T') return std::nullopt;
  Reader reader(text);
  const std::int64_t day = read_day(reader);
  reader.expect('T');
  const std::int64_t hours = reader.number(2, 0, 24);
  reader.expect(':');
  const std::int64_t minutes = hours * 60 + reader.number(2, 0, 59);
  std::int64_t ms = 0;
  if (reader.take(':')) {
    ms = reader.number(2, 0, 59) * std::int64_t{1000};
    ms += reader.milliseconds();
  }
  const std::int64_t utc_minutes = day * 24 * 60 + minutes - read_offset(reader);
  if (!reader.is_at_end()) return std::nullopt;
  return utc_minutes * 60'000 + ms;
}

bool is_later(std::string_view left, std::string_view right) {
  return instant_ms(left) > instant_ms(right);
}

}  // namespace rlmdb::util
