// SPDX-License-Identifier: MIT
#include "db/busy_wait.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <string>
#include <thread>

#include "db/lock_holder.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::db {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

milliseconds pause_after(int times_before) {
  // SQLite's own steps.
  constexpr std::array<int, 12> k_pauses_ms{1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100};
  return milliseconds(k_pauses_ms[std::min(static_cast<std::size_t>(times_before), k_pauses_ms.size() - 1)]);
}

}  // namespace

BusyWait::BusyWait(std::filesystem::path database, LogSink log, Cancelled cancelled)
    : m_database(std::move(database)), m_log(std::move(log)), m_cancelled(std::move(cancelled)) {}

void BusyWait::install(sqlite3* handle) noexcept {
  const auto on_busy = [](void* self, int times_before) -> int {
    try {
      return static_cast<BusyWait*>(self)->wait(times_before) ? 1 : 0;
    } catch (...) {
      return 0;  // no exception may pass through SQLite's C frames; it reports the lock itself
    }
  };
  sqlite3_busy_handler(handle, on_busy, this);
  look_while_running(handle);
}

void BusyWait::look_while_running(sqlite3* handle) noexcept {
  if (!m_cancelled) return sqlite3_progress_handler(handle, 0, nullptr, nullptr);
  constexpr int k_steps = 2'000;  // a fraction of a millisecond
  const auto is_cancelled = [](void* self) -> int {
    return static_cast<BusyWait*>(self)->m_cancelled() ? 1 : 0;
  };
  sqlite3_progress_handler(handle, k_steps, is_cancelled, this);
}

void BusyWait::require_wanted(std::string_view meanwhile) const {
  if (!m_cancelled || !m_cancelled()) return;
  const std::string why = meanwhile.empty() ? "" : ": " + std::string(meanwhile);
  throw Error(ErrorCode::io, "interrupted, nothing was changed" + why, m_database.string(),
              "make the call again");
}

bool BusyWait::wait(int times_before) {
  if (m_cancelled && m_cancelled()) return false;
  const auto now = steady_clock::now();
  if (times_before == 0) {
    m_since = now;
    m_told = false;
  }
  const auto waited = std::chrono::duration_cast<milliseconds>(now - m_since);
  if (waited >= m_timeout) {
    m_has_given_up = true;
    return false;
  }
  if (waited >= k_tell_wait_after && !m_told) tell();
  std::this_thread::sleep_for(std::min(pause_after(times_before), m_timeout - waited));
  return true;
}

void BusyWait::tell() {
  m_told = true;
  if (!m_log) return;
  const auto holder = lock_holder(m_database);
  m_log(LogLevel::warning, "waiting for " + (holder ? process_words(*holder) : "another program") +
                               ", which has locked " + m_database.string());
}

}  // namespace rlmdb::db
