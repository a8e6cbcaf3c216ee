// SPDX-License-Identifier: MIT
#include "db/connections.hpp"

#include <unistd.h>

#include <utility>

#include "rlmdb/error.hpp"

namespace rlmdb::db {

Connections::Connections(Connection connection, util::Clock clock)
    : m_connection(std::make_unique<Connection>(std::move(connection))),
      m_path(m_connection->path()),
      m_owner(m_connection->owner()),
      m_clock(std::move(clock)),
      m_opener(getpid()) {}

Connections::~Connections() {
  if (m_connection && getpid() != m_opener) m_connection->abandon();
}

Connection& Connections::open_one() {
  if (getpid() != m_opener)
    throw Error(ErrorCode::internal, "a Store that another process opened is used after a fork",
                m_path.string(), "open a Store of its own in every process");
  if (!m_connection)
    throw Error(ErrorCode::usage, "a Store is used after it was closed", m_path.string(), "open it again");
  return *m_connection;
}

Connections::Use::Use(Connections& connections)
    : m_lock(connections.m_mutex),
      m_connections(connections),
      m_connection(connections.open_one()),
      m_clock(connections.m_clock) {
  ConnectionThread& thread = m_connection.thread();
  if (thread.lent() != nullptr && !thread.is_inside()) m_turn.emplace(*thread.lent());
  if (connections.m_uses == 0) m_connection.begin_call();
  m_connection.require_in_place();
  m_connection.require_wanted();
  ++connections.m_uses;
}

Connections::Use::~Use() {
  --m_connections.m_uses;
}

void Connections::close() {
  const std::unique_lock lock(m_mutex);
  if (!m_connection) return;
  if (m_uses > 0)
    throw Error(ErrorCode::usage, "a Store is closed inside a call of its own, or a Transaction",
                m_path.string(), "let it end first");
  if (getpid() != m_opener) m_connection->abandon();
  m_connection.reset();
}

void Connections::set_busy_timeout(std::chrono::milliseconds timeout) {
  const Use use(*this);
  use.connection().set_busy_timeout_of_calls(timeout);
}

Connections& connections_of(const Store& store) noexcept {
  return *store.m_connections;
}

const std::shared_ptr<Connections>& shared_connections(const Store& store) noexcept {
  return store.m_connections;
}

}  // namespace rlmdb::db
