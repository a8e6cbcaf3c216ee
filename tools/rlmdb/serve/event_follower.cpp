// SPDX-License-Identifier: MIT
#include "serve/event_follower.hpp"

#include <chrono>
#include <utility>

#include "format/json_writer.hpp"
#include "frame/call.hpp"
#include "serve/json_rpc.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_batch_bytes = std::size_t{64} << 10;

StoreOptions without_log(StoreOptions options) {
  options.log = {};
  return options;
}

}  // namespace

EventFollower::EventFollower(const std::filesystem::path& path, StoreOptions options,
                             const EventOptions& what, Outbox& outbox)
    : m_path(path),
      m_store(Store::open(path, Access::read_only, without_log(std::move(options)))),
      m_filter(what.filter(m_store)),
      m_values(what.values()),
      m_outbox(outbox),
      m_looked_at(m_store.newest_event()) {
  if (!what.has_since()) m_filter.since = m_looked_at;
  m_last = m_filter.since;
  EventFilter none = m_filter;
  none.limit = 1;
  // Says whether task and tree are there, before anything is promised.
  m_store.events(none, [](const Event&) { return false; });
}

EventFollower::~EventFollower() {
  static_cast<void>(stop());
}

void EventFollower::start() {
  if (m_thread.joinable() || m_is_stopped) return;
  m_is_following = true;
  m_thread = std::thread([this] { follow(); });
}

std::int64_t EventFollower::stop() {
  m_is_stopped = true;
  if (m_thread.joinable()) m_thread.join();
  return m_last;
}

void EventFollower::follow() {
  try {
    FollowOptions options;
    options.cancelled = [this] { return is_over(); };
    m_store.follow_events(m_filter, options, [this](const Event& event) { return take(event); });
  } catch (...) {
    m_failure = error_in_flight();
  }
  flush();
  if (m_missed.has_value()) send_missed();
  // Who is told that it has ended may begin another.
  m_is_following = false;
  if (m_failure.has_value() && !m_is_stopped) m_outbox.add(events_ended(*m_failure, m_last));
}

bool EventFollower::take(const Event& event) {
  if (m_batch.empty()) {
    m_failure = break_in_history();
    m_batch_range.from = event.seq;
  }
  if (m_failure.has_value()) return false;
  m_batch.append(m_batch.empty() ? "" : ",").append(event_rows(m_values).object(event));
  m_batch_range.to = m_last = event.seq;
  if (m_batch.size() >= k_batch_bytes) flush();
  return !m_is_stopped;
}

bool EventFollower::is_over() {
  if (m_is_stopped) return true;
  flush();
  if (m_missed.has_value() && m_outbox.has_room_for_notices()) send_missed();
  if (!m_failure.has_value()) m_failure = break_in_history();
  return m_failure.has_value();
}

void EventFollower::flush() {
  if (m_batch.empty()) return;
  const Range range = m_batch_range;
  std::string notice = events_notice(std::exchange(m_batch, {}), range.to);
  const bool is_behind = m_missed.has_value();
  const bool has_room = is_behind ? m_outbox.has_room_for_notices() : wait_for_room();
  if (!has_room || notice.size() > k_most_line_bytes) {
    m_missed = Range{is_behind ? m_missed->from : range.from, range.to};
    return;
  }
  if (is_behind) send_missed();
  m_outbox.add_notice(std::move(notice));
}

bool EventFollower::wait_for_room() const {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds k_look{50};
  std::uint64_t written = m_outbox.written_bytes();
  for (auto since = Clock::now(); !m_outbox.wait_for_notices(k_look);) {
    const std::uint64_t now_written = m_outbox.written_bytes();
    if (now_written != written) since = Clock::now();
    written = now_written;
    if (m_is_stopped || Clock::now() - since > k_patience) return false;
  }
  return true;
}

void EventFollower::send_missed() {
  m_outbox.add_notice(events_missed(m_missed->from, m_missed->to));
  m_missed.reset();
}

std::optional<Error> EventFollower::break_in_history() {
  const std::int64_t newest = m_store.newest_event();
  if (newest == m_looked_at) return std::nullopt;
  bool is_broken = newest < m_looked_at;
  for (const EventKind kind : {EventKind::store_restored, EventKind::store_numbers_raised}) {
    EventFilter filter;
    filter.since = m_looked_at;
    filter.kind = kind;
    filter.limit = 1;
    m_store.events(filter, [&](const Event&) { return is_broken = true; });
  }
  m_looked_at = newest;
  if (!is_broken) return std::nullopt;
  return Error(ErrorCode::conflict, "the database was restored, or has lost its newest changes",
               m_path.string(), "read what is there now, and follow again");
}

}  // namespace rlmdb::cli
