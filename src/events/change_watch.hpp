// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

#include "db/connections.hpp"

namespace rlmdb::events {

/// Waits until somebody has written to the database, or a lease or backoff may have ended. Each look costs a
/// read of the WAL's shared memory, never a write, and no snapshot is held in between.
class ChangeWatch {
 public:
  explicit ChangeWatch(db::Connections& connections) : m_connections(connections) {}

  /// Remembers the database as it is now: wait() waits for a change of that. Without it the first wait()
  /// does.
  void look(db::Connection& connection);
  /// True after a change, or ten times a second because time itself changes what is due; false at the
  /// deadline or when `cancelled` says so, which is asked at least every 100 ms.
  [[nodiscard]] bool wait(std::chrono::steady_clock::time_point deadline,
                          const std::function<bool()>& cancelled,
                          std::chrono::milliseconds longest_pause = std::chrono::milliseconds(50));
  /// True only after a change.
  [[nodiscard]] bool wait_for_change(std::chrono::steady_clock::time_point deadline,
                                     const std::function<bool()>& cancelled,
                                     std::chrono::milliseconds longest_pause = std::chrono::milliseconds(50));

 private:
  struct Stamp {
    std::int64_t data_version = 0;  ///< changes with commits of others
    std::int64_t changes = 0;       ///< changes with those of this connection, by another thread
    bool operator==(const Stamp&) const = default;
  };
  [[nodiscard]] static Stamp stamp_of(db::Connection& connection);
  /// Since the last time that it was true.
  [[nodiscard]] bool has_changed();

  db::Connections& m_connections;
  std::optional<Stamp> m_stamp;
};

}  // namespace rlmdb::events
