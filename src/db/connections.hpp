// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <mutex>

#include "db/connection.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb {

/// What a Store holds: one connection, used by one thread at a time and only in the process that opened it.
class Store::Connections {
 public:
  explicit Connections(db::Connection connection);
  Connections(const Connections&) = delete;
  Connections& operator=(const Connections&) = delete;
  /// In a forked child everything is left as it is: closing would give up locks that the parent relies on.
  ~Connections();

  /// The connection, while other threads wait.
  class Use {
   public:
    explicit Use(Connections& connections);
    [[nodiscard]] db::Connection& connection() const noexcept { return m_connection; }

   private:
    std::unique_lock<std::recursive_mutex> m_lock;
    db::Connection& m_connection;
  };
  /// Error internal in any process but the one that opened the Store.
  [[nodiscard]] Use use() { return Use(*this); }

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_connection->path(); }
  [[nodiscard]] const std::string& owner() const { return m_connection->owner(); }

 private:
  std::unique_ptr<db::Connection> m_connection;
  std::recursive_mutex m_mutex;  ///< recursive: a caller's callback may ask the same Store something else
  pid_t m_opener;
};

}  // namespace rlmdb
