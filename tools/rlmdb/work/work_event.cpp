// SPDX-License-Identifier: MIT
#include "work/work_event.hpp"

#include <fmt/format.h>
#include <time.h>

#include <array>

namespace rlmdb::cli {
namespace {

std::string utc_now() {
  constexpr long k_ns_per_ms = 1'000'000;
  constexpr int k_first_year = 1900;
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  tm parts{};
  ::gmtime_r(&now.tv_sec, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", parts.tm_year + k_first_year,
                     parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                     now.tv_nsec / k_ns_per_ms);
}

}  // namespace

WorkEvent event_of(WorkEvent::Kind kind, const Claim& claim) {
  WorkEvent event;
  event.kind = kind;
  event.at = utc_now();
  event.task_id = claim.id.text;
  event.token = claim.token;
  event.attempt = claim.attempts + 1;
  return event;
}

}  // namespace rlmdb::cli
