// SPDX-License-Identifier: MIT
#include "events/change_watch.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace rlmdb::events {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds k_shortest_pause{1};
constexpr milliseconds k_longest_wait{100};

}  // namespace

ChangeWatch::Stamp ChangeWatch::stamp_of(db::Connection& connection) {
  return {connection.data_version(), connection.total_changes()};
}

void ChangeWatch::look(db::Connection& connection) {
  m_stamp = stamp_of(connection);
}

bool ChangeWatch::has_changed() {
  const auto use = m_connections.use();
  const Stamp stamp = stamp_of(use.connection());
  return std::exchange(m_stamp, stamp) != stamp;
}

bool ChangeWatch::wait(steady_clock::time_point deadline, const std::function<bool()>& cancelled,
                       milliseconds longest_pause) {
  const auto due = std::min(deadline, steady_clock::now() + k_longest_wait);
  bool is_cancelled = false;
  const auto ask = [&] { return is_cancelled = is_cancelled || (cancelled && cancelled()); };
  return wait_for_change(due, ask, longest_pause) || (steady_clock::now() < deadline && !is_cancelled);
}

bool ChangeWatch::wait_for_change(steady_clock::time_point deadline, const std::function<bool()>& cancelled,
                                  milliseconds longest_pause) {
  if (!m_stamp) look(m_connections.use().connection());
  for (milliseconds pause = k_shortest_pause;; pause = std::min(pause * 2, longest_pause)) {
    if (cancelled && cancelled()) return false;
    if (has_changed()) return true;
    const auto now = steady_clock::now();
    if (now >= deadline) return false;
    std::this_thread::sleep_for(std::min(pause, std::chrono::ceil<milliseconds>(deadline - now)));
  }
}

}  // namespace rlmdb::events
