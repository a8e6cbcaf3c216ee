// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>

#include "db/connection.hpp"
#include "rlmdb/store.hpp"
#include "util/clock.hpp"

namespace rlmdb::db {

/// What a Store holds: one connection, used by one thread at a time and only in the process that opened it.
class Connections {
 public:
  Connections(Connection connection, util::Clock clock);
  Connections(const Connections&) = delete;
  Connections& operator=(const Connections&) = delete;
  /// In a forked child everything is left as it is: closing would give up locks that the parent relies on.
  ~Connections();

  /// The connection, while other threads wait; the time is what the Store's clock says.
  class Use {
   public:
    explicit Use(Connections& connections);
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    ~Use();
    [[nodiscard]] Connection& connection() const noexcept { return m_connection; }

   private:
    std::unique_lock<std::recursive_mutex> m_lock;
    std::optional<LentConnection::Turn> m_turn;  ///< of a call from the callback of one that reads ahead
    Connections& m_connections;
    Connection& m_connection;
    util::ClockScope m_clock;
  };
  /// Error internal in any process but the one that opened the Store, usage once it is closed.
  [[nodiscard]] Use use() { return Use(*this); }

  /// Idempotent. Waits for the calls of other threads; Error usage inside one of the same thread.
  void close();
  void set_busy_timeout(std::chrono::milliseconds timeout);

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
  [[nodiscard]] const std::string& owner() const noexcept { return m_owner; }

 private:
  [[nodiscard]] Connection& open_one();

  std::unique_ptr<Connection> m_connection;  ///< nullptr once it is closed
  std::filesystem::path m_path;
  std::string m_owner;
  util::Clock m_clock;
  int m_uses = 0;                ///< by the thread that has the lock
  std::recursive_mutex m_mutex;  ///< recursive: a caller's callback may ask the same Store something else
  pid_t m_opener;
};

/// Those of a Store, for the library's own jobs.
[[nodiscard]] Connections& connections_of(const Store& store) noexcept;
/// What keeps them alive when the Store is moved or destroyed.
[[nodiscard]] const std::shared_ptr<Connections>& shared_connections(const Store& store) noexcept;

}  // namespace rlmdb::db
