// SPDX-License-Identifier: MIT
#include <chrono>

#include "rlmdb/error.hpp"
#include "tasks/task_changes.hpp"
#include "util/clock.hpp"
#include "util/instant.hpp"

namespace rlmdb::tasks {

namespace {

using std::chrono::milliseconds;
using std::chrono::system_clock;

constexpr std::chrono::days k_longest{36'500};

/// Of a time that is past the text is not asked for: the clock cannot say each.
std::optional<system_clock::time_point> time_ahead(const std::string& text, std::string_view now,
                                                   const std::string& where) {
  const std::optional<std::int64_t> instant_ms = util::instant_ms(text);
  if (!instant_ms)
    throw Error(ErrorCode::invalid_input, "'" + text + "' is no time such as 2026-02-09T10:00:00Z", where,
                "nothing was changed");
  const std::chrono::sys_time<milliseconds> instant{milliseconds(*instant_ms)};
  if (*instant_ms <= util::instant_ms(now)) return std::nullopt;
  if (instant > std::chrono::floor<milliseconds>(system_clock::time_point::max()))
    throw Error(ErrorCode::invalid_input, "'" + text + "' is later than any time that is stored", where,
                "nothing was changed; the last year is 2261");
  return system_clock::time_point(instant);
}

Finding passed(const std::string& time) {
  return {"", "time_passed", time + " is past: the task may begin at once"};
}

}  // namespace

TimeToBegin time_to_begin(const writing::TaskWriter& writer, const EarliestStart& start,
                          const std::string& where) {
  if (const auto* text = std::get_if<std::string>(&start)) {
    const auto time = time_ahead(*text, writer.now(), where);
    return time ? TimeToBegin{util::utc_text(*time), {}} : TimeToBegin{{}, passed(*text)};
  }
  const milliseconds length = std::get<milliseconds>(start);
  if (length > k_longest)
    throw Error(ErrorCode::usage, "a task begins within 36500 days", where, "nothing was changed");
  if (length.count() > 0) return {writer.later(length), {}};
  return length.count() == 0 ? TimeToBegin{} : TimeToBegin{{}, passed("it")};
}

}  // namespace rlmdb::tasks
