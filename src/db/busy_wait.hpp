// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string_view>

#include "rlmdb/log.hpp"

struct sqlite3;

namespace rlmdb::db {

/// From when on a wait is told to the user (as a warning of the log).
inline constexpr std::chrono::milliseconds k_tell_wait_after{1'000};

/// Whether nobody wants any more what is waited for, or done; may be empty.
using Cancelled = std::function<bool()>;

/// How long one connection goes on. It waits for locks of programs that do not use the writer gate as SQLite
/// does by itself, but whoever is waited for longer than k_tell_wait_after is named in the log. A statement and
/// such a wait end once `cancelled` says so.
class BusyWait {
 public:
  BusyWait(std::filesystem::path database, LogSink log, Cancelled cancelled);
  BusyWait(const BusyWait&) = delete;
  BusyWait& operator=(const BusyWait&) = delete;

  /// `handle` waits by this object from now on, and so must not outlive it.
  void install(sqlite3* handle) noexcept;
  /// The part of install() that looks while a statement runs, after somebody else's progress handler.
  void look_while_running(sqlite3* handle) noexcept;
  /// Error io, "interrupted", when nobody wants it any more. `meanwhile`: what was waited for; "": nothing.
  void require_wanted(std::string_view meanwhile) const;
  void set_timeout(std::chrono::milliseconds timeout) noexcept { m_timeout = timeout; }
  [[nodiscard]] std::chrono::milliseconds timeout() const noexcept { return m_timeout; }
  /// Whether a wait ended without the lock.
  [[nodiscard]] bool has_given_up() const noexcept { return m_has_given_up; }

 private:
  [[nodiscard]] bool wait(int times_before);
  void tell();

  std::filesystem::path m_database;
  LogSink m_log;
  Cancelled m_cancelled;
  std::chrono::milliseconds m_timeout{0};
  std::chrono::steady_clock::time_point m_since;
  bool m_told = false;
  bool m_has_given_up = false;
};

}  // namespace rlmdb::db
