// SPDX-License-Identifier: MIT
#include "db/connections.hpp"

#include <unistd.h>

#include "rlmdb/error.hpp"

namespace rlmdb {

Store::Connections::Connections(db::Connection connection)
    : m_connection(std::make_unique<db::Connection>(std::move(connection))), m_opener(getpid()) {}

Store::Connections::~Connections() {
  if (getpid() != m_opener) m_connection->abandon();
}

Store::Connections::Use::Use(Connections& connections)
    : m_lock(connections.m_mutex), m_connection(*connections.m_connection) {
  if (getpid() != connections.m_opener)
    throw Error(ErrorCode::internal, "a Store that another process opened is used after a fork",
                m_connection.path().string(), "open a Store of its own in every process");
}

}  // namespace rlmdb
